"""Nirvana: roll and write a hand of numbers, then be the first to shed it.

==================  ==========================================================================
players             2 to 6 (4 if not said)
actions             Discrete(156); those from 80 on only with Insight cards
observation         float32 (503,) with 4 players; named fields in ``raw_env().layout``
decisions           about 82, 129, 172, 215, 262 a game with 2, 3, 4, 5, 6 players
hidden              all sheets and hands
chance              the dice, who rolls, the Insight cards, rarely the start player
==================  ==========================================================================

>>> from tabletop_envs import nirvana_v0
>>> env = nirvana_v0.env(num_players=4, use_insight=True, render_mode="ansi")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

Twelve times three dice are rolled, and all write the numbers on three fields of their own
sheets; boxes change some by one. Columns add up to the 14 cards of a hand. Then sets of equal
cards are led and beaten by higher ones, as many, until only one player holds cards. The layout
of the sheet and the texts of the Insight cards are reconstructions: the printed ones were not
at hand, and ``sheet_file`` takes another layout. All seats are paid at the end, by the order of
going out: 1 for the first, -1 for the last, evenly between. ``env`` wraps ``raw_env``, which is
several times as fast and raises ``IllegalAction``; their arguments are those of
``tabletop_envs.envs.aec``, the options those of ``tabletop_envs.load("nirvana").options.docs()``.

Version history
    v0: the first.
"""

from functools import partial

from .envs import aec

env = partial(aec.env, "nirvana")
raw_env = partial(aec.raw_env, "nirvana")
