"""NOSEDIVE: players live up to their Social Score, rate each other and collect a lifestyle.

==================  ==========================================================================
players             3 to 6 (4 if not said)
actions             Discrete(42)
observation         float32 (1112,) with 4 players; named fields in ``raw_env().layout``
decisions           about 105, 160, 220, 285 a game with 3, 4, 5, 6 players
hidden              hands, cards face down, tolls between others, tastes, offers, who gave what
chance              the deck, starting scores, tastes, what is offered, the order of lists
==================  ==========================================================================

>>> from tabletop_envs import nosedive_v0
>>> env = nosedive_v0.env(num_players=4, honesty_slack=0, render_mode="ansi")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

Each of three rounds has a Lifestyle phase, in which seats move pawns, place cards on piles and
pick a pile each, and an Experience phase, in which all give experiences to all and everybody
rates one MOST and one LEAST. Ratings move the Social Scores, and these decide at the end which
cards count. Tastes, experiences and the score formula are a model of what the game's app does.
All seats are paid at the end, by their place: 1 for the first, -1 for the last, evenly between,
ties shared. ``env`` wraps ``raw_env``, which is several times as fast and raises
``IllegalAction``; their arguments are those of ``tabletop_envs.envs.aec``, the options those of
``tabletop_envs.load("nosedive").options.docs()``.

Version history
    v0: the first.
"""

from functools import partial

from .envs import aec

env = partial(aec.env, "nosedive")
raw_env = partial(aec.raw_env, "nosedive")
