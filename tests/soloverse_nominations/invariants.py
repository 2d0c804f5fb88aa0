"""The invariants of the specification, checked at every decision of many tables at once."""

import random

import numpy as np

import tabletop_envs as tt
from tabletop_envs.envs.vector import VectorTables
from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations.cards import (
    CARDS,
    COLOURED,
    FACES,
    FIRST_TABLE_CARD,
    FIRST_TRAP,
    HAND_CARDS,
    MAX_COLOURS,
    NONE,
    SPENT_CARDS,
    Card,
    Module,
)
from tabletop_envs.games.soloverse_nominations.observation import SHOWS_COLOURED
from tabletop_envs.games.soloverse_nominations.state import (
    CHAOS_COLUMN,
    COUNTER_COLUMN,
    NORMAL_COLUMN,
    NOT_YET,
    Decision,
    Phase,
    Work,
)

MODULES = [module.name.lower() for module in Module]
BASE_GAME_USES = 41  # I11
CHAOS_USES_BOUND = 306  # decisions of a round beside bids and plays, base game


def random_setting(rng, **fixed):
    """Any player count and modules, and options that are not the usual ones now and then."""
    while True:
        modules = [name for name in MODULES if rng.random() < 0.5]
        options = {
            "modules": modules,
            "max_hand": rng.randint(1, 6),
            "num_colours": rng.choice([None, None, 8, 13]),
            "copies_per_card": rng.choice([1, 1, 1, 2]),
            "duplicate_tie": rng.choice(["last", "first"]),
            "reveal_traps": rng.random() < 0.5,
            "unique_effects": rng.random() < 0.5,
            "crisis_rule": rng.choice(["light", "speed", "survival", "dark", "chaos"]),
            "dealer_rotation": rng.choice(["round", "game"]),
            "follow_suit": rng.choice(["must", "must", "free"]),
            "main_phase_chaos": rng.choice(["valued", "valued", "none"]),
            "pure_chaos_effects": rng.choice(["full", "full", "rank_only"]),
            "chaos_tie": rng.choice(["rank_then_last", "last"]),
            "chaos_use": rng.choice(["forced", "forced", "may_pass"]),
            "hook_rule": rng.random() < 0.3,
            "exhaustion": rng.choice(["void", "reshuffle"]),
            "special_win_scope": rng.choice(["game", "round"]),
            "teams": rng.choice([None, None, 2, 3]),
            "allow_odd_teams": rng.random() < 0.5,
            "skip_forced": rng.random() < 0.5,
        }
        try:
            return GAME.setting(rng.randint(3, 12), **options | fixed)
        except tt.InvalidOption:
            continue


REMEMBERED = ("over", "decision", "led", "actor", "round", "voids", "hand_limit")
REMEMBERED_OF_PLAYERS = ("holds", "score", "trick_points", "bonus_points")


class Watch:
    """Tables of one setting, played at random and checked.

    Steps are checked one and all; the whole table after each, or every so many.
    """

    def __init__(self, setting, tables, seed, every=1):
        self.setting = setting
        self.every = every
        self.steps = 0
        self.vector = VectorTables(setting, tables, restart=False)
        self.vector.reset(seed)
        self.rng = np.random.default_rng(seed)
        self.plain = "oblivion" not in setting.options.modules
        self.decisions = np.zeros(tables, int)
        self.uses = np.zeros(tables, int)
        self.rewards = np.zeros((tables, setting.num_players))
        self.check()

    @property
    def cells(self):
        return self.vector._states.view(np.ndarray)

    def play(self):
        """Play all tables to their ends; answers how many decisions each had."""
        while not self.vector.over.all():
            weights = 1 - self.rng.random(self.vector.action_masks.shape, np.float32)
            self.step((weights * self.vector.action_masks).argmax(1))
        if self.setting.options.teams is None:
            assert np.abs(self.rewards.sum(1)).max() < 1e-9  # I13
        return self.decisions

    def step(self, actions):
        playing = np.flatnonzero(self.vector.over == 0)
        before = {name: self.cells[name].copy() for name in REMEMBERED}
        before |= {name: self.cells["players"][name].copy() for name in REMEMBERED_OF_PLAYERS}
        self.check_follow(before, actions)
        self.decisions[playing] += 1
        is_use = before["decision"] == Decision.CHAOS_PLAY
        self.uses = np.where(is_use, self.uses + 1, self.uses)
        self.vector.step(actions)
        self.rewards += self.vector.rewards
        self.check_scores(before, self.cells)
        new_round = self.cells["round"] != before["round"]
        if not self.setting.options.modules:
            assert (self.uses <= BASE_GAME_USES).all()  # I11
        self.uses[new_round] = 0
        self.steps += 1
        if self.steps % self.every == 0:
            self.check()

    # --- the whole table ---

    def check(self):
        going = self.cells[self.cells["over"] == 0]
        if not len(going):
            return
        masks = self.vector.action_masks[self.cells["over"] == 0]
        assert masks.any(1).all()  # I15
        assert np.isin(going["direction"], (-1, 1)).all()
        self.check_cards(going)
        self.check_hands(going)
        self.check_phases(going)

    def check_cards(self, going):
        """I1: the cards are the same all game."""
        counts = np.zeros((len(going), CARDS), int)
        for pile, size in (
            ("deck", "deck_size"),
            ("face_up", "face_up_size"),
            ("aside", "aside_size"),
            ("played_card", "num_played"),
        ):
            counts += counted(going[pile], going[size])
        counts += counted(going["trick"]["card"], going["trick_size"])
        for slot, card in enumerate(SPENT_CARDS):
            counts[:, card] += going["spent"][:, slot]
        counts[:, COLOURED:] += going["removed"]
        players = going["players"]
        counts[:, :HAND_CARDS] += players["hand"].sum(1, dtype=int)
        counts[:, COLOURED:] += players["face_down"].sum(1, dtype=int)
        counts[:, Card.CRISIS] += players["crisis"].sum(1)
        counts[:, Card.VACC] += going["vaccine"]
        counts[:, FIRST_TABLE_CARD:FIRST_TRAP] += going["owner"] >= 0
        commits = players["commits"].reshape(len(going), -1)
        live = np.repeat(np.arange(players.shape[1]) < self.setting.num_players, 2)
        counts += counted_where(commits, (commits >= 0) & live)
        frames = going["frames"]
        lying = np.isin(frames["work"], (Work.USE, Work.TRAP))
        begun = np.arange(frames.shape[1]) < going["depth"][:, None]
        counts += counted_where(frames["card"], lying & begun)
        np.testing.assert_array_equal(counts, going["supply"])

    def check_hands(self, going):
        """Sizes and columns agree with hands, and public bounds and knowledge with both."""
        players = going["players"]
        hands = players["hand"].astype(int)
        assert (hands >= 0).all()
        assert (hands.sum(2) == players["size"]).all()
        suits = hands[..., :COLOURED].reshape(*hands.shape[:2], MAX_COLOURS, FACES).sum(3)
        assert (suits == players["holds"][..., :MAX_COLOURS]).all()
        assert (hands[..., COLOURED:].sum(2) == players["holds"][..., CHAOS_COLUMN]).all()
        assert (players["holds"] <= players["entered"]).all()
        unplayable = players["holds"][..., NORMAL_COLUMN] + players["holds"][..., COUNTER_COLUMN]
        assert ((unplayable <= players["kept"]) | (players["kept"] == NONE)).all()
        assert (players["shown"] <= players["hand"]).all()
        assert (players["shown"].sum(2) == players["num_shown"]).all()
        assert (going["secrets"] >= 0).all()
        if SHOWS_COLOURED.isdisjoint(self.setting.options.modules):
            assert not players["shown"][..., :COLOURED].any()
            assert not going["secrets"].any()
        told = going[going["secrets"] > 0]
        seen = told["players"]["shown"][:, None] + told["known"]
        assert (seen <= told["players"]["hand"][:, None]).all()
        assert (told["known"].sum((1, 2, 3), dtype=int) == told["secrets"]).all()
        assert (players["pooled"].sum((1, 2)) == going["num_pooled"]).all()
        assert not (players["hand"].any(2) & (players["out"] > 0)).any()

    def check_phases(self, going):
        players = going["players"]
        here = np.arange(players.shape[1]) < self.setting.num_players
        living = here & (players["out"] == 0)
        limit = going["hand_limit"]
        unplayable = players["holds"][..., NORMAL_COLUMN] + players["holds"][..., COUNTER_COLUMN]
        bidding = going["phase"] == Phase.BID
        if self.plain:  # I3
            full = (players["size"] == limit[:, None]) & (unplayable == 0)
            assert (full | ~living)[bidding].all()
        later = bidding | (going["phase"] == Phase.TRICKS)
        has_super = (limit != 1) & (limit != going["max_hand"])
        assert ((going["super_colour"] >= 0) == (has_super & later)).all()  # I8
        assert ((going["super_colour"] == NOT_YET) == ~later).all()
        in_tricks = going["phase"] == Phase.TRICKS
        bids = np.where(living, players["bid"], 0)
        assert (bids[in_tricks] >= 0).all()  # I9
        if self.setting.options.hook_rule:
            assert (bids.sum(1) != limit)[in_tricks].all()

    # --- about a step ---

    def check_follow(self, before, actions):
        """I10: whoever plays off the colour led holds none of it."""
        if self.setting.options.follow_suit == "free":
            return
        playing = (before["decision"] == Decision.PLAY_CARD) & (before["led"] >= 0)
        playing &= (before["over"] == 0) & (actions < HAND_CARDS)
        off = np.flatnonzero(playing & (actions // FACES != before["led"]))
        holds = before["holds"][off, before["actor"][off], before["led"][off]]
        assert (holds == 0).all()

    def check_scores(self, before, after):
        """I4, I7: tricks add up to the round's size, or nobody scores."""
        count = self.setting.num_players
        ended = after["round"] != before["round"]
        at_most_one = after["round"] - before["round"] <= 1
        single = ended & at_most_one & (after["voids"] == before["voids"])
        rounds, voids = after["round"] - before["round"], after["voids"] - before["voids"]
        voided = ended & (voids == rounds) & (after["over"] == 0)  # a Crisis may void one more
        gained = {
            name: (after["players"][name] - before[name])[:, :count]
            for name in ("score", "trick_points", "bonus_points")
        }
        tricks, bonus = gained["trick_points"], gained["bonus_points"]
        assert np.isin(bonus, (0, 10)).all() or not at_most_one.all()
        assert (gained["score"] == tricks + bonus).all()
        assert (tricks[voided] == 0).all()
        assert (bonus[voided] == 0).all()
        limit = before["hand_limit"]
        special = "singularity" in self.setting.options.modules
        if self.plain and not special:
            assert (tricks.sum(1) == limit)[single].all()
        assert (tricks[single] <= limit[single][:, None]).all()
        assert (tricks >= 0).all()
        if not self.setting.options.skip_forced:
            assert (after["direction"][ended & (after["over"] == 0)] == 1).all()  # I15


def counted(lists, sizes):
    """How often each card is among the first so many of each list."""
    return counted_where(lists, np.arange(lists.shape[1]) < sizes[:, None])


def counted_where(lists, chosen):
    rows, places = np.nonzero(chosen)
    flat = rows * CARDS + lists[rows, places].astype(int)
    return np.bincount(flat, minlength=len(lists) * CARDS).reshape(len(lists), CARDS)


def play_random_games(settings, tables, seed):
    """Random games of random settings, all checked; answers how many."""
    rng = random.Random(seed)
    for _ in range(settings):
        Watch(random_setting(rng), tables, rng.getrandbits(32), every=16).play()
    return settings * tables
