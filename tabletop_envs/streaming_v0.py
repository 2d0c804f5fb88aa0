"""Streaming: channels bid in secret for pairs of content, promote it and score majorities.

==================  ==========================================================================
players             3 to 5 (4 if not said)
actions             Discrete(116)
observation         float32 (1319,) with 4 players; named fields in ``raw_env().layout``
decisions           about 110, 170, 230 a game with 3, 4, 5 players
hidden              bids and promotions until they are revealed; the order of the deck
chance              the audience cards, the first remote control, the order of the deck
==================  ==========================================================================

>>> from tabletop_envs import streaming_v0
>>> env = streaming_v0.env(num_players=4, audience="set1", render_mode="ansi")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     action = None if over else env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)

In each of five rounds every seat bids once in each of ``players + 1`` auctions of two cards.
Bids, and the coins laid on cards at a round's end, are decided one seat after the other but
revealed together. All seats are paid at the end, by their place: 1 for the first, -1 for the
last, evenly between, ties shared. ``env`` wraps ``raw_env``, which is several times as fast
and raises ``IllegalAction``; their arguments are those of ``tabletop_envs.envs.aec``, the
options those of ``tabletop_envs.load("streaming").options.docs()``.

Version history
    v0: the first.
"""

from functools import partial

from .envs import aec

env = partial(aec.env, "streaming")
raw_env = partial(aec.raw_env, "streaming")
