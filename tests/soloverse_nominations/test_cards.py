"""Cards and rulings that no worked example shows: one hand-made position each."""

import pytest

from tabletop_envs.games.soloverse_nominations import scoring
from tabletop_envs.games.soloverse_nominations.cards import NONE, SPENT_SLOT, Card
from tabletop_envs.games.soloverse_nominations.chaos import begin_chaos
from tabletop_envs.games.soloverse_nominations.state import JackUse, Phase

from .positions import (
    act,
    balance,
    card,
    chaos,
    deck,
    discards,
    hand,
    hands,
    legal,
    sizes,
    tokens,
    totals,
    trick,
    tricks_won,
)

EXTENSION = {"modules": ["core_extension"]}
OBLIVION = {"modules": ["oblivion"]}
SINGULARITY = {"modules": ["singularity"]}


def owner(state, name):
    return state.record.owner[Card[name] - Card.BK]


# --- the base game ---------------------------------------------------------------------------


def test_scavenger_takes_the_newest_copy_back():
    state = chaos(3, {1: "SCAV", 2: "EGEN"}, discards="CD4 v1 CD4 v2", dealer=0)
    act(state, "SCAV", "CD4")
    assert discards(state) == ["CD4", "v1", "v2"]
    assert hand(state, 1) == ["CD4"]
    assert state.record.players[1].shown[Card.CD4] == 1
    assert state.record.spent[SPENT_SLOT[Card.SCAV]] == 1


def test_a_reverse_stun_costs_the_turn_and_flips_play():
    state = chaos(4, {0: "RSTUN", 1: "EGEN", 3: "DCHA"}, "v1 v2", dealer=3)
    act(state, "RSTUN", "seat +1")
    assert state.record.direction == -1
    assert state.current_player == 3  # seat 0 holds nothing more
    assert tokens(state) == []


def test_discard_chaos_spares_the_rest_of_a_shielded_hand():
    state = chaos(3, {0: "DCHA AF v1", 1: "NOU PC NOU", 2: "NOU EGEN v3"}, dealer=2)
    act(state, "DCHA", "NOU", "no")
    assert hands(state) == [["v1"], ["PC"], ["v3"]]
    assert discards(state)[:1] == ["NOU"]


def test_a_clone_chooses_afresh():
    state = chaos(3, {0: "DCOL v1", 1: "CLONE v2 s1", 2: "v3 s2"}, dealer=2)
    act(state, "DCOL", "name v", "CLONE", "name s")
    assert hands(state) == [[], [], []]
    assert state.record.spent[SPENT_SLOT[Card.CLONE]] == 1


def test_the_newest_token_goes_first():
    state = chaos(4, {0: "STUN", 1: "RSTUN", 2: "STUN", 3: "EGEN DCHA"}, "v1 v2 v3", dealer=3)
    act(state, "STUN", "seat +3", "RSTUN", "seat +2", "STUN", "seat +1")
    # the skip of seat 2 is paid at once; then seats 0 to 2 are passed over
    assert state.record.direction == -1  # the reverse stun was next
    assert tokens(state) == []  # and the first skip the last
    assert state.current_player == 3


def test_poison_takes_what_there_is():
    state = chaos(3, {0: "EGEN"}, "POISON v1 v2 v3", dealer=2)
    act(state, "EGEN", "v1")
    assert hand(state, 0) == ["v2"]
    assert discards(state) == ["POISON", "v1", "EGEN"]


def test_an_empty_deck_is_no_problem_until_a_card_is_owed():
    state = chaos(3, {0: "EGEN", 1: "EGEN"}, "v1 v2", dealer=2)
    act(state, "EGEN", "v1")
    assert state.current_player == 1
    act(state, "EGEN")
    assert state.record.void == 1
    assert state.record.phase == Phase.SCORE


def test_a_trap_behind_a_draw_stays_on_top():
    state = chaos(3, {0: "EGEN", 1: "EGEN"}, "v1 v2 POISON v3 v4", dealer=2)
    act(state, "EGEN", "v1")
    assert deck(state)[0] == "POISON"
    assert state.observation_dict(2)["deck_top"].tolist() == [0, 1, 0]


def test_super_colour_round_without_cards_is_void():
    state = balance(3, {0: "v1 v2", 1: "v3 v4", 2: "v5 v6"}, "CD4", limit=2)
    assert state.record.void == 1


def test_exhaustion_brings_coloured_discards_back():
    hands_ = {0: "v1", 1: "v3 v4", 2: "v5 v6"}
    state = balance(3, hands_, "", discards="s1 CD4 s2", limit=2, exhaustion="reshuffle")
    assert state.record.void == 0
    assert sizes(state) == [2, 2, 2]
    assert state.record.super_colour == 0
    assert sorted(discards(state))[0] == "CD4"


def test_chaos_cards_used_up_without_effect():
    state = chaos(3, {0: "PC v1", 1: "AF CLONE"}, dealer=2, main_phase_chaos="none")
    act(state, "PC", "AF", "CLONE")
    assert hands(state) == [["v1"], [], []]
    assert state.record.last_normal == NONE
    assert state.record.phase == Phase.BALANCE


def test_passing_closes_a_seat():
    state = chaos(3, {0: "EGEN", 1: "SCAV"}, discards="CD4", dealer=2, chaos_use="may_pass")
    act(state, "no", "SCAV", "CD4")
    assert state.current_player == 1
    assert legal(state) == {"CD4", "no"}
    act(state, "no")
    assert state.record.phase == Phase.BALANCE
    assert sizes(state) == [0, 0, 0]


def test_free_following():
    state = trick(3, {0: "v1 s1", 1: "v2 s2", 2: "v3"}, limit=1, follow_suit="free")
    act(state, "v1")
    assert legal(state) == {"v2", "s2"}
    act(state, "s2")
    assert not state.record.players[1].void.any()


def test_pure_chaos_of_rank_only():
    state = trick(3, {0: "v9 v8", 1: "PCS s1", 2: "v0 v1"}, limit=2, pure_chaos_effects="rank_only")
    act(state, "v9", "PCS")
    assert state.current_player == 2
    act(state, "v0")
    assert tricks_won(state) == [0, 1, 0]


@pytest.mark.parametrize(("chaos_tie", "winner"), [("rank_then_last", 0), ("last", 2)])
def test_several_pure_chaos_cards(chaos_tie, winner):
    state = trick(3, {0: "PCR", 1: "v1", 2: "PC"}, limit=1, chaos_tie=chaos_tie)
    act(state, "PCR", "name s")
    assert state.current_player == 2  # play runs the other way
    act(state, "PC", "name s", "v1")
    assert tricks_won(state)[winner] == 1


@pytest.mark.parametrize(("duplicate_tie", "winner"), [("last", 2), ("first", 0)])
def test_equal_cards(duplicate_tie, winner):
    state = trick(
        3, {0: "v9", 1: "v1", 2: "v9"}, limit=1, copies_per_card=2, duplicate_tie=duplicate_tie
    )
    act(state, "v9", "v1", "v9")
    assert tricks_won(state)[winner] == 1


def test_shown_voids_and_bounds():
    state = trick(3, {0: "v1 v2", 1: "s1 s2", 2: "v3 s3"}, limit=2)
    act(state, "v1", "s1", "v3")
    player = state.record.players[1]
    assert player.void[2] == 1
    assert player.entered[2] == 0
    assert player.entered[0] == 2


# --- apocalypse, devastation -----------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), [("CD2", 2), ("CD3R", 3), ("CD5S", 5), ("CD10", 10)])
def test_chaos_draws(name, count):
    state = chaos(
        3,
        {0: name},
        "v1 v2 v3 v4 v5 v6 v7 v8 v9 s1 s2 s3",
        dealer=2,
        modules=["apocalypse", "devastation"],
    )
    act(state, name)
    assert sizes(state) == [count, 0, 0]
    assert state.record.direction == (-1 if name.endswith("R") else 1)


# --- core_extension --------------------------------------------------------------------------


def test_badge_collector():
    state = chaos(3, {0: "BADGE v1 v2", 1: "s1 p1", 2: "AF"}, "y1 y2 y3 y4", dealer=2, **EXTENSION)
    act(state, "BADGE")
    assert state.current_player == 1
    assert legal(state) == {"s1"}
    act(state, "s1", "p1", "v2")
    assert hands(state) == [["v1", "y3"], ["y1", "y2"], ["AF"]]


def test_black_hole():
    state = chaos(
        3,
        {0: "BHOLE v1", 1: "s1 NOU", 2: "p1"},
        "POISON y1 y2 y3 y4 y5 y6 y7 y8 y9 yR",
        dealer=2,
        **EXTENSION,
    )
    act(state, "BHOLE", "NOU")
    assert hands(state)[1] == ["s1"]
    assert hands(state)[2] == ["y1", "y3", "y5", "y7", "y9"]
    assert hands(state)[0] == ["y2", "y4", "y6", "y8", "yR"]
    assert deck(state) == ["POISON"]


def test_cyclone_takes_one_by_one():
    state = chaos(3, {0: "CYC v1", 1: "s1", 2: "p1"}, dealer=2, **EXTENSION)
    act(state, "CYC")
    assert sum(sizes(state)) == 3
    assert sizes(state) == [1, 1, 1]
    assert state.record.secrets > 0


def test_double_under():
    state = chaos(3, {0: "DUNDER v1 v2"}, "s1 s2 MERCY", dealer=2, **EXTENSION)
    act(state, "DUNDER")
    assert sizes(state) == [2, 0, 0]
    assert sorted(hand(state, 0) + deck(state)) == ["MERCY", "s1", "s2", "v1", "v2"]


def test_genetic_manipulation():
    state = chaos(
        3,
        {0: "GENE", 1: "CLONE"},
        "v1 v2 v3 v4 v5 v6 v7",
        dealer=2,
        modules=["core_extension", "apocalypse"],
    )
    act(state, "GENE")
    assert "CLONE" not in legal(state)
    assert "GENE" not in legal(state)
    assert "PC" not in legal(state)
    act(state, "CD2")
    assert sizes(state)[0] == 2 + 2  # dealt two for an apocalypse type, drew two
    act(state, "CLONE", "STUN", "seat +1")
    assert sizes(state)[1] == 1
    assert state.record.spent[SPENT_SLOT[Card.GENE]] == 1


def test_paradigm_shift():
    state = chaos(4, {0: "PSHIFT v1", 1: "s1", 2: "p1 p2", 3: ""}, dealer=3, **EXTENSION)
    act(state, "PSHIFT")
    assert hands(state) == [[], ["v1"], ["s1"], ["p1", "p2"]]
    assert state.record.known[0, 1, card("v1")] == 1
    assert not state.record.known[3].any()
    assert state.record.secrets == 4


def test_roulette_and_its_memory():
    state = chaos(3, {0: "ROUL v1 AF", 1: "s1", 2: "PC"}, dealer=2, **EXTENSION)
    act(state, "ROUL", "s1", "PC", "v1", "AF")
    assert sizes(state) == [1, 2, 1]
    assert sorted(name for cards in hands(state) for name in cards) == ["AF", "PC", "s1", "v1"]
    pooled = state.record.players[0].pooled
    for name in ("v1", "AF"):
        assert pooled[card(name)] == (name not in hand(state, 0))


def test_flux():
    state = chaos(3, {0: "FLUX v1 AF", 1: "s1", 2: "PC"}, dealer=2, **EXTENSION)
    act(state, "FLUX", "PC", "AF")
    assert hands(state) == [["v1", "PC"], ["s1", "AF"], []]
    assert state.record.known[0, 1, Card.AF] == 1


def test_united_we_fall():
    state = chaos(3, {0: "UWF", 1: "NOU", 2: "v9"}, "s1 s2 s3 s4 s5", dealer=2, **EXTENSION)
    act(state, "UWF", "NOU", "s1", "s3")
    assert hands(state) == [["s4"], [], ["s2", "v9"]]


def test_vaccine_ends_the_phase_and_says_who_begins_the_next():
    state = chaos(3, {0: "VACC EGEN", 1: "EGEN NOU"}, dealer=2, **EXTENSION)
    act(state, "VACC")
    record = state.record
    assert record.phase == Phase.BALANCE
    assert discards(state) == ["EGEN", "EGEN", "NOU"]
    assert (record.vaccine, record.chaos_start) == (1, 0)
    begin_chaos(record)
    assert (record.vaccine, record.chaos_start, record.turn) == (0, NONE, 0)
    assert discards(state)[-1] == "VACC"


def test_white_hole():
    state = chaos(3, {0: "WHOLE"}, discards="v1 MERCY CD4 s2", dealer=2, **EXTENSION)
    act(state, "WHOLE")
    assert legal(state) == {"v1", "CD4", "s2"}
    act(state, "v1", "s2", "CD4")
    assert hands(state) == [["CD4"], ["v1"], ["s2"]]
    assert discards(state) == ["MERCY"]


def test_a_chain_of_counters_needs_the_level():
    state = chaos(3, {0: "STUN NOU NOTME", 1: "NOTME"}, dealer=2, **EXTENSION)
    act(state, "STUN", "seat +1", "NOTME")
    assert legal(state) == {"no", "NOTME"}
    act(state, "NOTME")
    assert discards(state) == ["NOTME", "NOTME", "STUN", "NOU"]


def test_foresight():
    state = chaos(3, {0: "EGEN", 1: "AF PC", 2: "v9"}, "FORES s1 s2 s3 s4", dealer=2, **EXTENSION)
    act(state, "EGEN", "name v", "name s", "name s")
    assert state.current_player == 1
    assert legal(state) == {"AF", "PC"}
    act(state, "PC")
    assert state.current_player == 2
    act(state, "yes", "no")
    assert sizes(state) == [2, 1, 2]
    assert "FORES" in discards(state)


def test_eliminator():
    state = chaos(3, {0: "EGEN v0 v9", 1: "s0 s1", 2: "AF"}, "ELIM s2 s3", dealer=2, **EXTENSION)
    act(state, "EGEN")
    assert legal(state) == {f"number {number}" for number in range(10)}
    act(state, "number 0")
    assert hand(state, 1) == ["s1"]
    assert "v0" not in hand(state, 0)
    assert "v9" in hand(state, 0)


def test_scavenger_revives_recycle():
    state = chaos(3, {0: "SCAV", 1: "EGEN"}, "v1 v2", discards="v1 v2", dealer=2, **EXTENSION)
    act(state, "recycle", "SCAV", "recycle")
    assert state.record.recycle == 1


# --- oblivion --------------------------------------------------------------------------------


def test_powers_take_turns():
    state = chaos(3, {0: "EGEN"}, "v1 v2 v3 v4 v5", tables={"JK": 1}, dealer=2, **OBLIVION)
    act(state, "EGEN", "v1")
    assert state.current_player == 1
    assert legal(state) == {"no", "table Jack's Knight"}
    act(state, "JK")
    assert sizes(state) == [1, 3, 0]
    assert state.record.used[Card.JK - Card.BK] == JackUse.DRAW


def test_the_black_knight_swaps_hands_and_knowledge():
    state = chaos(
        3, {0: "v1", 1: "s1 s2", 2: "EGEN"}, "p1 p2", tables={"BK": 0}, dealer=2, **OBLIVION
    )
    act(state, "BK", "seat +0")
    assert "seat +0" not in legal(state)
    act(state, "seat +1")
    assert hands(state) == [["s1", "s2"], ["v1"], ["EGEN"]]
    assert state.record.known[0, 1, card("v1")] == 1
    assert state.record.known[1, 0, card("s2")] == 1


def test_not_the_same_pair_again():
    state = chaos(3, {2: "EGEN"}, "p1 p2", tables={"BK": 0}, dealer=2, **OBLIVION)
    state.record.last_pair[:] = (0, 1)
    act(state, "BK", "seat +0")
    assert legal(state) == {"seat +2"}


def test_the_black_knight_before_a_lead():
    state = trick(3, {0: "v1", 1: "s1", 2: "p1"}, tables={"BK": 0}, limit=1, **OBLIVION)
    assert legal(state) == {"no", "table Black Knight"}
    act(state, "BK", "seat +0", "seat +1", "s1", "v1", "p1")
    assert tricks_won(state) == [1, 0, 0]
    assert state.record.lead_swaps == 1


def test_the_jack_keeps_more():
    hands_ = {0: "v1 v2 v3 v4 v5", 1: "s1", 2: "s2"}
    state = balance(3, hands_, "p1 p2", tables={"JK": 0}, limit=1, **OBLIVION)
    assert legal(state) == {"no", "yes"}
    act(state, "yes", "v1")
    assert sizes(state) == [4, 1, 1]


def test_the_jack_adds_cards_to_tricks():
    state = trick(3, {0: "v1 v9", 1: "v5 s1", 2: "v3 s2"}, tables={"JK": 0}, limit=2, **OBLIVION)
    act(state, "v1", "v5", "v3", "v9")
    assert tricks_won(state) == [1, 0, 0]
    assert state.current_player == 1  # seat 0 has no card left to lead
    assert state.record.extras == 1


def test_the_queen_keeps_chaos_cards():
    hands_ = {0: "EGEN NOU CD4 STUN", 1: "s1 s2", 2: "y1 y2"}
    state = balance(3, hands_, "p1 MERCY p2", tables={"QK": 0}, limit=2, **OBLIVION)
    assert legal(state) == {"EGEN", "NOU", "CD4", "STUN"}
    act(state, "STUN")
    assert hand(state, 0) == ["p1", "p2", "CD4", "EGEN", "NOU"]


def test_the_queen_taxes():
    state = trick(3, {0: "v9", 1: "v1 s1 EGEN", 2: "v3"}, tables={"QK": 1}, limit=1, **OBLIVION)
    act(state, "v9")
    assert legal(state) == {"v1", "table Queen's Knight"}
    act(state, "QK", "s1", "v3")
    assert tricks_won(state) == [0, 1, 0]
    assert not state.record.players[1].void.any()


def test_the_queen_brings_death():
    state = trick(3, {0: "v9", 1: "v1 EGEN", 2: "v3"}, tables={"QK": 1}, limit=1, **OBLIVION)
    act(state, "v9", "v1", "v3")
    assert legal(state) == {"no", "EGEN"}
    act(state, "EGEN")
    scoring.end_round(state.record)
    assert totals(state) == [0, 0, 0]


def test_the_king_counters_once():
    state = chaos(
        3, {0: "STUN EGEN", 1: "STUN"}, "v1 v2 v3", tables={"KK": 1}, dealer=2, **OBLIVION
    )
    act(state, "STUN", "seat +1")
    assert legal(state) == {"no", "table King's Knight"}
    act(state, "KK")
    assert state.record.direction == -1
    assert owner(state, "KK") == 1
    assert state.record.used[Card.KK - Card.BK] == 1


def test_call_to_arms():
    state = chaos(3, {0: "EGEN"}, "ARMS v1 v2", tables={"KK": 1, "QK": 2}, dealer=2, **OBLIVION)
    act(state, "EGEN", "v1")
    assert owner(state, "KK") == owner(state, "QK") == NONE
    assert sorted(deck(state)) == ["ARMS", "KK", "QK"]


def test_a_table_card_fills_a_drawn_cards_place():
    state = chaos(3, {0: "EGEN"}, "QK v1 v2", dealer=2, **OBLIVION)
    act(state, "EGEN")
    assert owner(state, "QK") == 0
    assert deck(state) == ["v2"]


# --- singularity -----------------------------------------------------------------------------


def test_a_card_for_a_random_one():
    state = chaos(3, {0: "v1", 1: "s1"}, tables={"SOL": 0}, dealer=2, **SINGULARITY)
    act(state, "SOL", "seat +1", "no", "v1")
    assert hands(state) == [["s1"], ["v1"], []]
    assert state.record.known[1, 0, card("s1")] == 1
    assert state.record.known[0, 1, card("v1")] == 1


def test_two_cards_for_a_table_card_win():
    state = chaos(
        3, {0: "v1 v2 v3"}, tables={"SOL": 0, "OVE": 0, "RSE": 1}, dealer=2, **SINGULARITY
    )
    act(state, "SOL", "seat +1", "RSE", "v1", "v3")
    assert state.is_terminal
    assert state.returns().tolist() == [1, -0.5, -0.5]


def test_a_special_win_of_the_round():
    state = chaos(
        3,
        {0: "v1 v2"},
        tables={"SOL": 0, "OVE": 0, "RSE": 1},
        dealer=2,
        limit=4,
        special_win_scope="round",
        **SINGULARITY,
    )
    act(state, "SOL", "seat +1", "RSE", "v1", "v2")
    assert not state.is_terminal
    scoring.end_round(state.record)
    assert totals(state) == [14, 0, 0]


@pytest.mark.parametrize(
    ("name", "answers", "after"),
    [
        ("SOL", ("v1", "yes"), [1, 1, 0]),
        ("OVE", (), [0, 2, 0]),
        ("RSE", (), [1, 3, 1]),
    ],
)
def test_unique_effects(name, answers, after):
    other = "OVE" if name == "SOL" else "SOL"
    state = chaos(
        3,
        {0: "v1 v2", 1: ""},
        "p1 p2 p3 p4",
        tables={other: 0, name: 1},
        dealer=2,
        unique_effects=True,
        **SINGULARITY,
    )
    act(state, other, "seat +1", name, "v1", "v2", *answers)
    assert sizes(state) == after
    assert owner(state, name) == 0


def test_call_of_the_soloverse():
    state = chaos(3, {0: "EGEN"}, "CALL v1 v2", tables={"SOL": 1}, dealer=2, **SINGULARITY)
    act(state, "EGEN", "v1")
    assert owner(state, "SOL") == NONE
    assert sorted(deck(state)) == ["CALL", "SOL"]


# --- crisis, doomsday ------------------------------------------------------------------------


def crisis(rule_, in_play, **options):
    """Seat 0 draws a Crisis card; others have some already."""
    state = chaos(
        4,
        {0: "CD4", 1: "v1", 2: "STUN"},
        "CRISIS v1 v2 v3 v4",
        dealer=3,
        modules=["crisis"],
        crisis_rule=rule_,
        **options,
    )
    for seat, count in enumerate(in_play):
        state.record.players[seat].crisis = count
    act(state, "CD4")
    return state


def test_crisis_light():
    assert not crisis("light", (0, 1, 1, 1)).is_terminal
    state = crisis("light", (0, 2, 1, 1))
    assert state.is_terminal
    assert state.returns().tolist() == pytest.approx([1 / 3, -1, 1 / 3, 1 / 3])


def test_crisis_speed():
    assert crisis("speed", (0, 0, 0, 0)).returns()[0] == 1


def test_crisis_chaos():
    state = crisis("chaos", (0, 2, 1, 1))
    assert state.is_terminal
    assert state.returns().tolist() == [0, 0, 0, 0]


def test_crisis_survival():
    state = crisis("survival", (0, 0, 0, 0))
    record = state.record
    assert record.players[0].out == 1
    assert sizes(state)[0] == 0
    assert deck(state) == ["v1", "v2", "v3", "v4"]  # its own draw stops
    assert state.current_player == 2
    assert legal(state) == {"STUN"}
    act(state, "STUN")
    assert legal(state) == {"seat +1", "seat +3"}


def test_the_last_survivor_wins():
    state = chaos(
        3,
        {0: "CD4"},
        "CRISIS v1 v2",
        dealer=2,
        modules=["crisis"],
        crisis_rule="survival",
    )
    state.record.players[1].out = 1
    state.record.eliminations = 1
    act(state, "CD4")
    assert state.is_terminal
    assert state.returns().tolist() == [0, -1, 1]


def test_crisis_of_a_team():
    state = crisis("dark", (0, 0, 1, 0), teams=2)
    assert state.is_terminal
    assert state.returns().tolist() == [1, -1, 1, -1]


def test_destruction_removes_a_chaos_card():
    state = chaos(3, {0: "EGEN"}, "DESTR MERCY v1 v2 v3", dealer=2, modules=["doomsday"])
    act(state, "EGEN", "v1")
    assert state.record.removed[Card.MERCY - Card.CD4] == 1
    assert sorted(deck(state)) == ["DESTR", "v3"]


def test_destruction_of_a_round():
    state = chaos(3, {0: "EGEN"}, "DESTR v1 v2 v3", dealer=2, modules=["doomsday"])
    act(state, "EGEN")
    assert state.record.void == 1


def test_a_trap_of_a_colour_shows_its_absence():
    state = chaos(3, {0: "EGEN", 1: "v1"}, "TD2 s1 s2", dealer=2, modules=["contingency_1"])
    act(state, "EGEN")
    assert [state.record.players[seat].entered[2] for seat in range(3)] == [2, 0, 0]
