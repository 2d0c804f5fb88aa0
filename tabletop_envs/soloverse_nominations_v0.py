"""SOLOVERSE: Nominations: bid the exact number of tricks, after a phase of chaos cards.

==================  ==========================================================================
players             3 to 12 (4 if not said)
actions             Discrete(425)
observation         float32 (627,) with 4 players; named fields in ``raw_env().layout``
decisions           about 600, 730, 990, 1720 a game with 3, 4, 6, 12 players, forced ones
                    counted; ``max_hand`` 5 and 4 players: about 230
hidden              hands, face-down discards, the order of the deck, who declined a counter
chance              the first dealer, the order of the deck, shuffled hands
==================  ==========================================================================

>>> from tabletop_envs import soloverse_nominations_v0
>>> env = soloverse_nominations_v0.env(num_players=4, max_hand=5, modules=["apocalypse"])
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

Every round chaos cards are used, interrupted and countered until none is left; hands are
brought to one size; everybody bids, and plays tricks. A trick is a point, an exact bid ten
more. Ten modules of the rulebook can be added: see the option ``modules``. All seats are paid
at the end, by their place: 1 for the first, -1 for the last, evenly between, ties shared.
``env`` wraps ``raw_env``, which is several times as fast and raises ``IllegalAction``; their
arguments are those of ``tabletop_envs.envs.aec``, the options those of
``tabletop_envs.load("soloverse_nominations").options.docs()``.

Version history
    v0: the first.
"""

from functools import partial

from .envs import aec

env = partial(aec.env, "soloverse_nominations")
raw_env = partial(aec.raw_env, "soloverse_nominations")
