"""Tree search for games of hidden information, compiled over any game's rules.

Every iteration plays one game in a world that the searching seat cannot tell from the true
one: down the tree while all legal actions of a node have been tried, one action further, then
at random to the end. Each seat's actions are chosen for that seat's own reward.

There is no tree of links. A node is found by the hash of what is known when a seat is to act:
to the searching seat itself in its own nodes, to everybody (a spectator) in those of the
others. So hidden actions merge by themselves, nobody answers what he cannot see, and worlds
that differ only in the others' hidden cards share nodes. An action need not be legal in all of
these worlds: its bound counts the visits in which it was.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import numpy as np

from . import native as compiler
from .batch import SPECTATOR
from .game import Game, GameState, Setting, check_seed
from .native import Record, float64, int8, int64, numbers, rule, zeros
from .rng import random_below, random_seed, seed_rng

EXPLORATION = 0.7
"""Weight of the exploration term, as a share of the range that rewards span."""

MAX_DEPTH = 200  # decisions inside the tree on one path; the rest of the game is played at random

NONE = 0  # nodes and edges are counted from 1; element 0 counts them
LOW62 = (1 << 62) - 1
PRIME = 0x2545_F491_4F6C_DD1D


class Node(Record):
    key = int64  # hash of what is known
    edge = int64  # the action tried last; of node 0: the number of nodes


class Edge(Record):
    action = int64
    next = int64  # the action tried before this one; of edge 0: the number of edges
    visits = int64
    available = int64  # visits of the node in worlds where the action was legal
    total = float64  # rewards of the seat that acts


@cache
def compile_search(game: Game) -> Callable:
    """Build the search of one game; it is compiled when first called."""
    observe, resample = game.rules.observe, game.rules.resample
    refresh, act, choose = game.loops.refresh, game.loops.act, game.loops.choose
    count_marked, reward = game.loops.count_marked, game.loops.reward
    num_actions = game.num_actions
    native = partial(compiler.native, owner=game.name)

    @rule
    def mix(key, word):
        """Stir one more number into a hash."""
        key = ((key ^ word) * PRIME) & LOW62
        return key ^ (key >> 29)

    @rule
    def sight(state, searcher, scratch, words, runs):
        """Hash the seat to act and what is known about its decision."""
        words[:] = 0
        observe(state, searcher if state.actor == searcher else SPECTATOR, scratch[0])
        key = mix(0, state.actor)
        for run in range(len(runs)):
            source = runs[run, 0]
            for j in range(runs[run, 2]):
                key = mix(key, int(words[source + j]))
        return key

    @rule
    def find_node(key, slots, nodes):
        """The node with a key, made if there is none."""
        slot = key % len(slots)
        while slots[slot] != NONE:
            if nodes[slots[slot]].key == key:
                return slots[slot]
            slot = (slot + 1) % len(slots)
        nodes[0].edge += 1
        slots[slot] = nodes[0].edge
        nodes[slots[slot]].key = key
        return slots[slot]

    @rule
    def best_edge(node, mask, untried, edges, exploration):
        """The legal action of a node with the highest upper confidence bound.

        Also marks the legal actions that have not been tried.
        """
        for action in range(num_actions):
            untried[action] = mask[action]
        best, best_bound = NONE, -math.inf
        i = node.edge
        while i != NONE:
            edge = edges[i]
            if mask[edge.action]:
                untried[edge.action] = 0
                edge.available += 1
                doubt = math.sqrt(math.log(edge.available) / edge.visits)
                bound = edge.total / edge.visits + exploration * doubt
                if bound > best_bound:
                    best, best_bound = i, bound
            i = edge.next
        return best

    @rule
    def add_edge(node, action, edges):
        """Begin to count an action of a node."""
        edges[0].next += 1
        i = edges[0].next
        edges[i].action = action
        edges[i].next = node.edge
        edges[i].available = 1
        node.edge = i
        return i

    @rule
    def pick_untried(state, untried, count):
        """One of the ``count`` untried actions at random."""
        left = random_below(state, count)
        action = 0
        while not untried[action] or left:
            left -= untried[action]
            action += 1
        return action

    @rule
    def deal(worlds, roots, dealers):
        """Make another world of what the seat to act knows; answers how many actions it has.

        Of ``dealers[0]`` only the generator is used: it seeds the worlds.
        """
        worlds[0] = roots[0]
        seed_rng(worlds[0], random_seed(dealers[0]))
        resample(worlds[0], roots[0].actor)
        return refresh(worlds[0])

    @rule
    def descend(
        world, count, exploration, slots, nodes, edges, untried, path, scratch, words, runs
    ):
        """Play a world down the tree and one action beyond; answers the length of the path."""
        searcher = world.actor
        depth = 0
        while not world.over and depth < len(path):
            if count == 1:  # nothing to choose: no node
                count = act(world, choose(world, 1))
                continue
            node = nodes[find_node(sight(world, searcher, scratch, words, runs), slots, nodes)]
            i = best_edge(node, world.mask, untried, edges, exploration)
            left = count_marked(untried)
            if left:
                i = add_edge(node, pick_untried(world, untried, left), edges)
            path[depth, 0] = i
            path[depth, 1] = world.actor
            depth += 1
            count = act(world, edges[i].action)
            if left:
                break
        return depth

    @rule
    def finish(world, rewards):
        """Play a world to its end at random."""
        count = count_marked(world.mask)
        while not world.over:
            count = act(world, choose(world, count))
        for seat in range(world.num_players):
            rewards[seat] = reward(world, seat)

    @rule
    def credit(path, depth, rewards, edges):
        """Count a game for the actions that led to it."""
        for step in range(depth):
            edge = edges[path[step, 0]]
            edge.visits += 1
            edge.total += rewards[path[step, 1]]

    @rule
    def clear(slots, nodes, edges):
        """Forget the tree."""
        slots[:] = NONE
        for i in range(len(nodes)):
            nodes[i].key = 0
            nodes[i].edge = NONE
            edges[i].next = NONE
            edges[i].visits = 0
            edges[i].total = 0.0

    @native
    def search(
        roots,
        iterations,
        exploration,
        seed,
        worlds,
        dealers,
        slots,
        nodes,
        edges,
        untried,
        path,
        scratch,
        words,
        runs,
        rewards,
        visits,
        totals,
    ):
        """Write how often each action of the seat to act was tried, and what it earned in sum."""
        clear(slots, nodes, edges)
        seed_rng(dealers[0], seed)
        low, high = math.inf, -math.inf
        for _ in range(iterations):
            count = deal(worlds, roots, dealers)
            weight = exploration * max(high - low, 0.0)
            depth = descend(
                worlds[0], count, weight, slots, nodes, edges, untried, path, scratch, words, runs
            )
            finish(worlds[0], rewards)
            credit(path, depth, rewards, edges)
            for seat in range(worlds[0].num_players):
                low = min(low, rewards[seat])
                high = max(high, rewards[seat])
        i = nodes[1].edge  # the root is the first node that was made
        while i != NONE:
            visits[edges[i].action] = edges[i].visits
            totals[edges[i].action] = edges[i].total
            i = edges[i].next

    return search


class TreeSearch:
    """Searches for the seat to act; keeps its working memory from one call to the next.

    It looks at nothing that this seat does not know: the true state and a resampled one give
    the same result.

    Args:
        setting: the game with its player count and options.
        iterations: how many games are played for a decision.
        exploration: weight of the exploration term, as a share of the range of rewards.
    """

    def __init__(self, setting: Setting, iterations: int, exploration: float = EXPLORATION) -> None:
        if isinstance(iterations, bool) or not isinstance(iterations, int) or iterations < 1:
            raise ValueError(f"a search has at least 1 iteration, not {iterations!r}")
        game = setting.game
        self.setting, self.iterations, self.exploration = setting, iterations, exploration
        self._search = compile_search(game)
        self._worlds, self._dealers = zeros(game.state, 1), zeros(game.state, 1)
        self._slots = numbers(2 * iterations + 8)  # at most half full
        self._nodes, self._edges = zeros(Node, iterations + 1), zeros(Edge, iterations + 1)
        self._untried = numbers(game.num_actions, int8)
        self._path = numbers((MAX_DEPTH, 2))
        self._scratch = zeros(game.observation, 1)
        self._words = self._scratch.view(np.ndarray).view(np.int32)
        self._rewards = numbers(setting.num_players, float64)

    def __reduce__(self) -> Any:
        return type(self), (self.setting, self.iterations, self.exploration)

    def visits(self, state: GameState, seed: int) -> np.ndarray:
        """How often each action of the seat to act was tried: int64 (actions,)."""
        if state.is_terminal:
            raise ValueError("the game is over: there is nothing to search")
        return self.search(state.clone()._states, check_seed(seed))[0]

    def choose(self, states: np.ndarray, seed: int) -> int:
        """The action tried most often, of equals the one that earned most, at ``states[0]``."""
        visits, totals = self.search(states, seed)
        return int(np.where(visits == visits.max(), totals, -np.inf).argmax())

    def search(self, states: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Visits and summed rewards of each action of the seat to act in ``states[0]``."""
        visits, totals = numbers(len(self._untried)), numbers(len(self._untried), float64)
        mask = states.view(np.ndarray)["mask"][0]
        if mask.sum() == 1:
            visits[int(mask.argmax())] = self.iterations  # there is nothing to search
        else:
            self._search(
                states,
                self.iterations,
                self.exploration,
                seed,
                self._worlds,
                self._dealers,
                self._slots,
                self._nodes,
                self._edges,
                self._untried,
                self._path,
                self._scratch,
                self._words,
                self.setting.layout.runs,
                self._rewards,
                visits,
                totals,
            )
        return visits.view(np.ndarray), totals.view(np.ndarray)
