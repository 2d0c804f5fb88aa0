"""Black Souls: design a dungeon in secret bids, then send a party of souls through it.

==================  ==========================================================================
players             2 to 6 (4 if not said), or 1 against a script
actions             Discrete(70)
observation         float32 (1853,) with 4 players; named fields in ``raw_env().layout``
decisions           about 50, 100, 150, 200, 260, 320 a game with 1, 2, ... 6 players
hidden              quirks until the end, bids until they are revealed; with ``recall="table"``
                    also what lies face-down
chance              quirks, starting party, first order, the assets and cards that are drawn
==================  ==========================================================================

>>> from tabletop_envs import black_souls_v0
>>> env = black_souls_v0.env(num_players=4, glitch=True, render_mode="ansi")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

In each of twelve turns all bid one card in secret, equal bids clash, and every seat builds one
asset on its board. Then each party walks its own level: every asset takes souls of one class.
Few parties survive; points are for quirks, connected assets, losses and difficulty survived.
All seats are paid at the end, by their place: 1 for the first, -1 for the last, evenly between,
ties shared. With ``num_players=1`` the seat plays against a script of three strengths
(``solo_mode``), which is the second player of every observation; as a Gymnasium environment
this is ``tabletop/BlackSoulsSolo-v0``. ``env`` wraps ``raw_env``, which is several times as
fast and raises ``IllegalAction``; their arguments are those of ``tabletop_envs.envs.aec``, the
options those of ``tabletop_envs.load("black_souls").options.docs()``.

Version history
    v0: the first.
"""

from functools import partial

from .envs import aec

env = partial(aec.env, "black_souls")
raw_env = partial(aec.raw_env, "black_souls")
