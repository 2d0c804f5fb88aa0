"""Rulings (8.) and switches (0.) that no worked example shows."""

import pytest

from tabletop_envs.core.options import InvalidOption
from tabletop_envs.games.black_souls import game
from tabletop_envs.games.black_souls.cards import QUIRK_POINTS, Condition, Token
from tabletop_envs.games.black_souls.state import Decision

from .positions import (
    NEVER_MET,
    at_asset,
    at_first_bid,
    at_scoring,
    bid,
    first_legal_until,
    give_cells,
    give_hand,
    give_level,
    give_party,
    give_pool,
    give_public_quirks,
    give_quirks,
    hand_of,
    legal,
    make_ready_to_score,
    order_of,
    party_of,
    plain_asset,
    play,
    scored,
    triggering,
)

ONE_CARD_OF_EACH = set(range(21))


def place_first(state, asset):
    """The seat to act picks an asset and builds it on level 1."""
    give_pool(state, asset, *(a for a in (0, 27, 53) if a != asset))
    play(state, "pick 0", "place on level 1")


# --- options ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"recall": "poor"},
        {"first_order": "youngest"},
        {"hand_refill": 1},
        {"bid8_tokens": "none"},
        {"quirk_copies": 24},
        {"catchup": "sparse"},
        {"glitch": 1},
        {"solo_mode": "hard"},
        {"solo_bid8": True},
        {"num_players": 0},
        {"num_players": 7},
        {"glitches": True},
    ],
)
def test_option_errors(options):
    with pytest.raises(InvalidOption):
        game.new_state(**{"num_players": 3, **options})


def test_hands_by_player_count():
    hands = {n: hand_of(at_first_bid(n).record.players[0]) for n in range(1, 7)}
    assert hands[1] == hands[2] == {0, 1, 2, 3, 4, 5, 6}
    assert hands[3] == hands[4] == {0, 1, 2, 3, 4, 5, 6, 8}
    assert hands[5] == hands[6] == {0, 1, 2, 3, 4, 5, 6, 7, 8}
    assert hand_of(at_first_bid(1, solo_bid8=True).record.players[0]) == {0, 1, 2, 3, 4, 5, 6, 8}


def test_pool_by_player_count():
    sizes = [at_first_bid(n).record.pool_size for n in range(1, 7)]
    assert sizes == [3, 3, 3, 4, 5, 6]


def test_first_order_by_seat():
    orders = [list(at_first_bid(4, seed=s, first_order="seat").record.prev_order) for s in range(5)]
    assert all(order[:4] == [0, 1, 2, 3] for order in orders)
    drawn = {tuple(at_first_bid(4, seed=s).record.prev_order) for s in range(20)}
    assert len(drawn) > 5


def test_one_quirk_card_a_condition():
    for seed in range(5):
        record = at_first_bid(6, seed=seed, quirk_copies=21).record
        dealt = [card for player in record.players for card in player.quirks]
        assert {*dealt, *record.public_quirks} == ONE_CARD_OF_EACH
        assert record.quirk_cards.sum() == 0


def test_every_quirk_card_is_in_one_place():
    record = at_first_bid(4).record
    dealt = [card for player in list(record.players)[:4] for card in player.quirks]
    left = [card for card in range(25) if record.quirk_cards[card]]
    assert sorted([*dealt, *record.public_quirks, *left]) == list(range(25))


def emptied_hand(turn, **options):
    """Seat 1 of three plays its last card, a dead 3."""
    state = at_first_bid(3, **options)
    state.record.turn = turn
    give_hand(state.record.players[1], {3}, prev_bid=3)
    bid(state, 6, 4)
    return state


def test_Q1_hand_comes_back_at_the_next_bid_or_at_once():
    assert hand_of(emptied_hand(1).record.players[1]) == set()
    full = {0, 1, 2, 3, 4, 5, 6, 8}
    assert hand_of(emptied_hand(1, hand_refill="immediate").record.players[1]) == full


@pytest.mark.parametrize(("refill", "points"), [("next_bid", [0, 1, 0]), ("immediate", [1, 0, 1])])
def test_Q2_last_card_of_turn_12(refill, points):
    state = emptied_hand(12, hand_refill=refill)
    for seat, player in enumerate(state.record.players):
        make_ready_to_score(player)
        if seat != 1:
            give_hand(player, {3, 5})
    give_public_quirks(state, Condition.FEWEST_BID_CARDS_IN_HAND, *NEVER_MET)
    assert scored(state)["quirks"] == points


def test_Q3_Q4_reboot_is_illegal_after_itself():
    state = at_first_bid(3)
    bid(state, 3, 5, 6)
    first_legal_until(state, Decision.BID, actor=0)
    assert 3 in hand_of(state.record.players[0])
    assert "bid 3" not in legal(state)


def test_Q5_reboot_in_turn_1_recalls_itself():
    state = at_first_bid(3)
    bid(state, 3, 4, 5)
    assert hand_of(state.record.players[0]) == {0, 1, 2, 3, 4, 5, 6, 8}


def test_Q19_what_nobody_picked_goes_back():
    state = at_first_bid(2)
    bid(state, 6, 5)
    give_pool(state, 10, 11, 12)
    play(state, "pick 0", "place on level 1", "pick 0", "place on level 1")
    record = state.record
    again = 12 in [record.pool[place] for place in range(record.pool_size)]
    assert record.turn == 2
    assert record.bag[12] == (not again)
    assert record.bag.sum() == 78 - 2 - 3


def test_Q6_reboot_triggers_in_a_clash_but_goes_last():
    state = at_first_bid(3, order=[0, 1, 2])
    bid(state, 3, 3, 0)
    play(state, "hack no", "hack yes")
    assert order_of(state) == [1, 2, 0]
    assert triggering(state) == {0, 1, 2}


def test_Q8_one_reboot_hits_all_but_its_owner():
    state = at_first_bid(4)
    bid(state, 3, 5, 6, 1)
    first_legal_until(state, Decision.BID)
    assert [state.record.players[side].face_down.sum() for side in range(4)] == [0, 1, 1, 1]


def test_Q9_free_access_never_returns():
    state = at_first_bid(5)
    give_hand(state.record.players[0], {3, 7, 8})
    bid(state, 7, 1, 2, 4, 5)
    first_legal_until(state, Decision.BID)
    give_hand(state.record.players[0], {3}, prev_bid=2)  # a last, dead 3
    bid(state, 3, 0, 1, 6, 8)
    first_legal_until(state, Decision.BID)
    assert hand_of(state.record.players[0]) == {0, 1, 2, 3, 4, 5, 6, 8}


def test_Q12_hackers_of_one_number_stand_by_the_previous_order():
    state = at_first_bid(4, order=[2, 3, 0, 1])
    bid(state, 5, 5, 5, 6)
    play(state, "hack yes", "hack no", "hack yes")
    assert order_of(state) == [3, 2, 1, 0]
    assert triggering(state) == {1, 2, 3}


def test_Q14_Q15_recharge():
    state = at_first_bid(3, order=[0, 1, 2])
    bid(state, 0, 0, 5)
    play(state, "hack yes", "hack no")
    assert [player.hacks for player in state.record.players][:3] == [2, 2, 2]
    state = at_first_bid(3)
    bid(state, 0, 4, 5)
    assert state.record.players[0].hacks == 2


def test_no_hack_without_a_charge():
    state = at_first_bid(3)
    for player in state.record.players:
        player.hacks = 0
    bid(state, 4, 4, 5)
    assert state.record.decision == Decision.PICK
    assert state.current_player == 2


def test_Q17_the_penalised_stand_behind_a_zero():
    state = at_first_bid(5, order=[0, 1, 2, 3, 4])
    bid(state, 6, 0, 6, 8, 8)
    play(state, *["hack no"] * 4)
    assert order_of(state) == [1, 3, 4, 0, 2]


def test_Q18_a_hack_in_a_duel_keeps_the_number_only():
    state = at_first_bid(2, order=[0, 1])
    bid(state, 1, 1)
    play(state, "hack no", "hack yes")
    assert order_of(state) == [1, 0]
    assert triggering(state) == set()


def test_low_bids_work_among_three():
    state = at_first_bid(3)
    bid(state, 1, 2, 0)
    assert triggering(state) == {0, 1, 2}


def test_Q23_swap_needs_two_assets():
    state = at_first_bid(3)
    bid(state, 5, 4, 6)
    assert state.record.decision == Decision.PICK


def test_Q23_two_assets_are_enough():
    state = at_first_bid(2)
    for _ in range(2):
        bid(state, 6, 4)
        first_legal_until(state, Decision.BID, actor=0)
        for player in state.record.players:
            give_hand(player, {4, 5, 6})
    bid(state, 5, 4)
    assert state.record.turn == 3
    assert state.record.decision == Decision.SWAP1
    assert len(legal(state)) == 3  # both, or nothing


def test_Q24_swap_moves_everything():
    state = at_first_bid(3)
    state.record.turn = 4
    own = state.record.players[0]
    give_cells(own, {0: 5, 4: 24, 8: 60})
    own.token[0], own.face_down[0], own.glitch[0] = Token.SHRINE, 1, 1
    bid(state, 5, 4, 6)
    assert legal(state) == {"swap cell 1", "swap cell 5", "swap cell 9", "swap nothing"}
    play(state, "swap cell 1")
    assert legal(state) == {"swap cell 5", "swap cell 9"}
    play(state, "swap cell 5")
    assert (own.asset[0], own.token[0], own.face_down[0], own.glitch[0]) == (24, 0, 0, 0)
    assert (own.asset[4], own.token[4], own.face_down[4], own.glitch[4]) == (5, Token.SHRINE, 1, 1)


def test_swap_may_be_declined():
    state = at_first_bid(3)
    state.record.turn = 4
    for player in state.record.players:
        give_cells(player, {0: 5, 4: 24, 8: 60})
    bid(state, 5, 4, 6)
    play(state, "swap nothing")
    assert state.record.decision == Decision.PICK
    assert state.record.swap_cell == 0


@pytest.mark.parametrize(("value", "token", "pile"), [(1, Token.TAVERN, 0), (6, Token.SHRINE, 1)])
def test_tokens_of_bids(value, token, pile):
    state = at_first_bid(3)
    bid(state, value, 0, 3)
    first_legal_until(state, Decision.PICK, actor=0)
    place_first(state, 5)
    own = state.record.players[0]
    assert (own.token[0], own.face_down[0]) == (token, 1)  # Q33
    assert state.record.supply[pile] == 19


def test_Q29_no_token_from_an_empty_supply():
    state = at_first_bid(3)
    state.record.supply[0] = 0
    bid(state, 1, 0, 5)
    first_legal_until(state, Decision.PICK, actor=0)
    place_first(state, 5)
    assert state.record.players[0].token[0] == Token.NONE
    assert state.record.supply[0] == 0


@pytest.mark.parametrize(("kind", "token"), [("C", 3), ("D", 4), ("O", 5)])
def test_special_tokens(kind, token):
    state = at_first_bid(3)
    bid(state, 8, 0, 5)
    place_first(state, plain_asset(kind, 2))
    assert state.record.decision == Decision.TOKEN8
    left = state.clone()
    play(state, "special token yes")
    assert state.record.players[0].token[0] == token
    assert list(state.record.players[0].special_left) == [kind != "C", kind != "D", kind != "O"]
    play(left, "special token no")
    assert left.record.players[0].token[0] == Token.NONE
    assert list(left.record.players[0].special_left) == [1, 1, 1]


def test_Q27_no_special_token_where_it_does_not_fit():
    state = at_first_bid(3)
    bid(state, 8, 0, 5)
    place_first(state, 9)  # a Merchant
    assert state.record.decision == Decision.PICK
    state = at_first_bid(3)
    state.record.players[0].special_left[0] = 0
    bid(state, 8, 0, 5)
    place_first(state, 5)  # a second Cave
    assert state.record.decision == Decision.PICK


# --- gameplay --------------------------------------------------------------------------------


@pytest.mark.parametrize("token", [Token.WELL, Token.ALTAR])
def test_well_and_altar_give_no_benefit(token):
    assert at_asset(5, (2, 2, 2, 0), token=token).record.decision == Decision.THREAT


def test_house_returns_any_colour():
    state = at_asset(57, (1, 5, 0, 1), token=Token.HOUSE, lost=(1, 1, 0, 2))
    play(state, "begin with benefit")
    assert legal(state) == {"take fighter", "take black", "decline"}
    play(state, "take black")
    assert party_of(state.record.players[0]) == (1, 5, 0, 2)
    assert state.record.players[0].lost[3] == 1
    without = at_asset(57, (1, 1, 0, 1), token=Token.HOUSE, bid8_tokens="well_only")
    assert without.record.decision == Decision.THREAT


def test_shrine_after_the_threat_returns_a_cube_of_it():
    state = at_asset(8, (2, 2, 1, 0))  # 2/2/1
    play(state, "begin with threat", "meet threat to fighter")
    assert legal(state) == {"take fighter", "decline"}
    play(state, "take fighter")
    assert party_of(state.record.players[0]) == (1, 2, 1, 0)
    assert state.record.players[0].lost[0] == 1


def test_Q44_no_benefit_after_a_wipe():
    state = at_asset(8, (0, 0, 1, 0), lost=(3, 3, 3))  # 2/2/1, Shrine
    play(state, "begin with threat")
    assert state.record.players[0].wiped_step == 1
    assert state.current_player == 1


def test_Q47_no_return_into_a_full_colour():
    state = at_asset(8, (5, 2, 5, 0), lost=(1, 1, 0))
    play(state, "begin with benefit")
    assert legal(state) == {"take mage", "decline"}


def test_Q49_unvisited_assets_are_opened_for_the_score():
    state = at_scoring(2)
    state.record.players[0].face_down[:] = 1
    assert scored(state)["difficulty_total"] == [36, 36]
    assert not state.record.players[0].face_down.any()


def test_Q36_Q31_tavern_up_to_five_of_a_class():
    state = at_asset(4, (5, 5, 5, 5), step=3)
    play(state, "begin with benefit")
    assert state.record.decision == Decision.THREAT  # of no use: skipped


def test_Q46_merchant_changes_twice():
    state = at_asset(9, (2, 2, 0, 1))
    play(state, "begin with benefit", "change black into healer")
    assert state.record.changes == 1
    play(state, "change fighter into healer")
    assert party_of(state.record.players[0]) == (1, 2, 2, 0)
    assert state.record.decision == Decision.THREAT


def test_Q46_merchant_stops_when_told():
    state = at_asset(9, (2, 2, 2, 1))
    play(state, "begin with benefit", "change black into healer", "decline")
    assert party_of(state.record.players[0]) == (2, 2, 3, 0)
    assert state.record.decision == Decision.THREAT


def test_Q40_x_is_no_way_out_of_an_overflow():
    state = at_asset(62, (0, 0, 1, 0))  # X/1/2
    assert legal(state) == {"meet threat to mage", "meet threat to healer"}
    play(state, "meet threat to mage")
    assert state.record.players[0].wiped_step == 1


def test_overflow_takes_what_the_other_class_has_not():
    state = at_asset(24, (2, 1, 2, 0))  # 4/5/4
    play(state, "meet threat to healer")
    assert legal(state) == {"overflow to first 1", "overflow to first 2"}  # one mage at most
    play(state, "overflow to first 1")
    assert party_of(state.record.players[0]) == (1, 0, 0, 0)


def test_the_last_wipe_ends_the_game():
    state = at_asset(50, (0, 1, 1, 1), step=3)
    give_party(state.record.players[1], 0, 0, 0, 0)
    state.record.players[1].wiped_step = 2
    play(state, "meet threat to mage")
    assert state.is_terminal
    assert state.record.round == 3


def test_Q54_one_other_quirk_is_not_enough():
    state = at_scoring(2)
    own, other = state.record.players[0], state.record.players[1]
    give_quirks(own, Condition.TWO_OTHER_QUIRKS, Condition.THREE_MAGES_ALIVE)
    give_public_quirks(state, Condition.TWELVE_LOST, *NEVER_MET)
    own.lost[1], other.lost[1] = 12, 0
    assert scored(state)["quirks"] == [1, 0]


def test_wiped_parties_are_passed_over():
    state = at_asset(62, (0, 0, 1, 0))
    play(state, "meet threat to mage")
    while not state.is_terminal:
        assert state.current_player == 1
        state.step(state.legal_actions()[0])


def test_face_down_opens_on_arrival():
    state = at_asset(5, (2, 2, 2, 2), recall="table")
    state.record.players[1].face_down[0] = 1
    play(state, "meet threat to fighter", "pay in black 1")
    assert state.current_player == 1
    assert state.record.players[1].face_down[0] == 0


# --- scoring ---------------------------------------------------------------------------------


def test_altar_adds_to_the_difficulty():
    for rule, total in (("full", 38), ("well_only", 36)):
        state = at_scoring(2, bid8_tokens=rule)
        state.record.players[0].token[3] = Token.ALTAR
        give_public_quirks(state, Condition.MOST_TOKENS)
        parts = scored(state)
        assert parts["difficulty_total"] == [total, 36]
        assert parts["quirks"] == [2, 0]


def test_Q56_wiped_take_part_in_shared_places():
    state = at_scoring(3)
    player = state.record.players[0]
    give_party(player, 0, 0, 0, 0)
    player.wiped_step = 5
    assert scored(state)["difficulty"] == [0, 4, 4]  # (5 + 4 + 3) / 3


def test_single_wiped_party_gets_four():
    state = at_scoring(2)
    give_party(state.record.players[1], 0, 0, 0, 0)
    state.record.players[1].wiped_step = 12
    assert scored(state)["catch_up"] == [0, 4]


def test_tie_breaks_alive_then_difficulty():
    state = at_scoring(3)
    players = state.record.players
    give_party(players[1], 0, 0, 1, 1)
    for player, total in zip(players, (36, 36, 36), strict=False):
        give_level(player, difficulty_total=total)
    parts = scored(state)
    assert parts["total"][0] == parts["total"][1]
    assert parts["place"] == [2, 1, 2]
    assert state.returns().tolist() == [-0.5, 1, -0.5]


CONDITIONS_OF_ONE = {
    Condition.MOST_TREASURE_ASSETS: lambda own: own.asset.__setitem__(0, 14),
    Condition.MOST_SHRINE_ASSETS: lambda own: own.asset.__setitem__(0, 8),
    Condition.MOST_TAVERN_ASSETS: lambda own: own.asset.__setitem__(0, 4),
    Condition.MOST_SPECIAL_ASSETS: lambda own: own.asset.__setitem__(0, 9),
    Condition.HIGHEST_DIFFICULTY_TOTAL: lambda own: give_level(own, difficulty_total=40),
    Condition.MOST_TOKENS: lambda own: own.token.__setitem__(0, Token.TAVERN),
    Condition.FEWEST_BID_CARDS_IN_HAND: lambda own: give_hand(own, {5}),
    Condition.MOST_CAVE_ASSETS: lambda own: give_level(own, "CCCCCOODDDOD"),
    Condition.MOST_DUNGEON_ASSETS: lambda own: give_level(own, "DDDDDOOCCCOC"),
    Condition.MOST_OUTDOOR_ASSETS: lambda own: give_level(own, "OOOOOCCDDDCD"),
    Condition.CONNECTION_OF_7: lambda own: give_level(own, "OOOOOOODDDDD"),
    Condition.THREE_COLOURS_ALIVE: lambda own: give_party(own, 1, 0, 1, 1),
    Condition.THREE_FIGHTERS_ALIVE: lambda own: give_party(own, 3, 0, 0, 0),
    Condition.THREE_MAGES_ALIVE: lambda own: give_party(own, 0, 4, 0, 5),
    Condition.THREE_HEALERS_ALIVE: lambda own: give_party(own, 0, 0, 3, 0),
    Condition.TWO_BLACK_ALIVE: lambda own: give_party(own, 0, 0, 0, 2),
    Condition.TWELVE_LOST: lambda own: own.lost.__setitem__(2, 12),
    Condition.HIGHEST_LAST_BID: lambda own: setattr(own, "prev_bid", 4),
}


@pytest.mark.parametrize("condition", CONDITIONS_OF_ONE, ids=lambda each: each.name)
def test_quirk_of_the_one_who_meets_it(condition):
    state = at_scoring(3)
    CONDITIONS_OF_ONE[condition](state.record.players[2])
    for player in state.record.players:
        give_quirks(player, Condition.MOST_BOSS_ASSETS, Condition.MOST_BOSS_ASSETS)
    give_public_quirks(state, condition, Condition.MOST_BOSS_ASSETS, Condition.MOST_BOSS_ASSETS)
    assert scored(state)["quirks"] == [0, 0, QUIRK_POINTS[condition]]


def test_two_hack_charges():
    state = at_scoring(2)
    state.record.players[1].hacks = 1
    give_public_quirks(state, Condition.TWO_HACK_CHARGES)
    parts = scored(state)
    assert parts["quirks"] == [1, 0]
    assert parts["playing_clean"] == [2, 1]


def test_quirks_of_equals_count_for_all():
    state = at_scoring(3)
    give_public_quirks(state, Condition.MOST_CAVE_ASSETS, Condition.HIGHEST_LAST_BID)
    assert scored(state)["quirks"] == [2, 2, 2]


# --- the glitch variant ----------------------------------------------------------------------


def test_glitch_tokens_instead_of_face_down():
    state = at_first_bid(3, glitch=True)
    bid(state, 3, 3, 8)
    play(state, "hack no", "hack no")
    first_legal_until(state, Decision.BID)
    players = list(state.record.players)[:3]
    assert [player.glitch.sum() for player in players] == [1, 1, 1]  # one even if two 3s hit
    assert not any(player.face_down.any() for player in players)
    assert state.record.supply[2] == 17


def test_black_card_blocks_nothing():
    state = at_asset(7, (3, 3, 3, 0), glitch=True, party_cards=[9])
    assert len(legal(state)) == 3


def test_benefit_first_can_lift_a_block():
    state = at_asset(8, (0, 0, 1, 0), lost=(1, 1, 0, 0), glitch=True, party_cards=[6])  # 2/2/1
    play(state, "begin with benefit", "decline")
    first_legal_until(state, Decision.NONE)  # healers alone were left to meet
    assert state.scores()["wiped_step"][0] == 1


def test_Q32_discards_become_the_deck():
    state = at_asset(7, (3, 3, 3, 0), glitch=True, party_cards=[])
    assert state.record.party_cards.sum() == 11


# --- solo ------------------------------------------------------------------------------------


def solo_games(count, **options):
    for seed in range(count):
        state = at_first_bid(1, seed=seed, **options)
        yield state


@pytest.mark.parametrize(
    ("mode", "quirks", "cards"), [("easy", 6, 0), ("normal", 7, 1), ("hard", 8, 2)]
)
def test_solo_modes(mode, quirks, cards):
    more = 0
    for state in solo_games(10, solo_mode=mode):
        human, script = list(state.record.players)[:2]
        more = max(more, script.party.sum() - human.party.sum())
        first_legal_until(state, Decision.NONE)
        assert state.record.players[1].scores.quirks == quirks
        assert state.record.players[1].scores.playing_clean == 1
        assert state.returns()[0] in (-1, 0, 1)
    assert more <= 3 * cards
    assert more > cards or cards == 0  # all cubes of a card


def test_solo_clash_is_hacked_by_the_script():
    for state in solo_games(50):
        play(state, "bid 4")
        if state.record.players[1].bid == 4:
            assert state.record.decision == Decision.HACK
            assert state.record.players[1].hacked == 1
            play(state, "hack no")
            assert triggering(state) == {1}
            assert order_of(state) == [1, 0]
            return
    raise AssertionError("the script never bid 4")


def test_solo_fewest_cards_is_always_met():
    for state in solo_games(3):
        give_public_quirks(state, *[Condition.FEWEST_BID_CARDS_IN_HAND] * 3)
        first_legal_until(state, Decision.NONE)
        assert state.scores()["quirks"][0] >= 3
