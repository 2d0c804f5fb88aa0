"""What one seat of Nirvana sees."""

from ...core.batch import SPECTATOR, seats_from
from ...core.native import rule, unchecked_rule
from .cards import (
    DICE,
    INSIGHTS,
    OBJECTIVES,
    RANKS,
    ROUNDS,
    SHEET_CARDS,
    TRIOS,
)
from .hand_building import gift_got, hands_are_open
from .state import (
    BOX_SCALE,
    COPIES_SCALE,
    DIE_SCALE,
    HAND_SCALE,
    LENGTH_SCALE,
    NO_CARD,
    NUMBER_SCALE,
    PLACE_SCALE,
    SUM_SCALE,
    Phase,
    TableKind,
)


@rule
def observe(state, seat, seen):
    deciding = seat == state.actor and not state.over
    if deciding:
        seen.phase[state.phase] = 1
    else:
        seen.phase[Phase.WAIT] = 1
    seen.roller[seats_from(state, seat, state.roller)] = 1
    seen.table_kind[state.table_kind] = 1
    seen.direction = state.direction
    observe_rolls(state, seen)
    if state.round < ROUNDS:
        observe_turn(state, deciding, seen)
    else:
        observe_table(state, seat, seen)
        for other in range(state.num_players):
            observe_player(state, other, seats_from(state, seat, other), seen)
    if seat != SPECTATOR:
        observe_sheet(state, state.players[seat], seen)
        observe_hand(state, state.players[seat], deciding, seen)
    if state.options.use_insight:
        observe_insights(state, seat, deciding, seen)
    if hands_are_open(state):
        for other in range(state.num_players):
            observe_open_hand(state.players[other], seats_from(state, seat, other), seen)


# --- the dice phase ---------------------------------------------------------------------------


@unchecked_rule
def observe_rolls(state, seen):
    """All rolls so far; those to come are blank."""
    for dice_round in range(ROUNDS):
        for die in range(DICE):
            seen.history[dice_round, die] = state.rolls[dice_round, die] * DIE_SCALE


@unchecked_rule
def observe_turn(state, deciding, seen):
    """The roll, and what the viewer does with it; nothing tells how far the others are."""
    seen.round[state.round] = 1
    for die in range(DICE):
        seen.roll[die] = state.rolls[state.round, die] * DIE_SCALE
    if deciding:
        for slot in range(DICE):
            seen.slots[slot] = state.slots[slot] * NUMBER_SCALE
        if state.phase == Phase.ARRANGE:
            seen.chosen_trio[state.trio] = 1


@unchecked_rule
def observe_sheet(state, player, seen):
    """The viewer's own sheet, which stays at hand in the card phase."""
    sheet = state.options.sheet_file
    seen.boxes = player.boxes * BOX_SCALE
    for trio in range(TRIOS):
        if player.filled_in[trio]:
            for position in range(DICE):
                field = sheet.trio_fields[trio, position]
                card = sheet.card_of[field]
                number = player.numbers[field]
                seen.sheet[field] = number * NUMBER_SCALE
                seen.filled[field] = 1
                seen.card_sum[card] += number
                seen.card_filled[card] += 1
    for card in range(SHEET_CARDS):
        seen.card_sum[card] *= SUM_SCALE
        seen.card_filled[card] *= LENGTH_SCALE


# --- the card phase ---------------------------------------------------------------------------


@unchecked_rule
def observe_hand(state, player, deciding, seen):
    """The viewer's own cards, and the value about to be played."""
    for rank in range(RANKS):
        seen.hand[rank] = player.hand[rank] * COPIES_SCALE
    if deciding and state.phase == Phase.COUNT:
        seen.pending[state.pending_rank] = 1


@rule
def observe_table(state, seat, seen):
    """What lies on the table, and whose turn it is."""
    if not state.over:
        seen.current[seats_from(state, seat, state.actor)] = 1
    seen.leader[seats_from(state, seat, state.leader)] = 1
    if state.table_kind != TableKind.NONE:
        seen.table_count = state.table_count * COPIES_SCALE
        seen.table_value[state.table_rank] = 1
        seen.last[seats_from(state, seat, state.last)] = 1


@unchecked_rule
def observe_player(state, other, place, seen):
    """What everybody knows of a player, who sits ``place`` seats from the viewer."""
    player = state.players[other]
    seen.passed[place] = player.passed
    seen.locked[place] = player.locked
    seen.hand_size[place] = player.hand_size * HAND_SCALE
    seen.place[place] = player.place * PLACE_SCALE
    for rank in range(RANKS):
        seen.played[place, rank] = player.played[rank] * COPIES_SCALE
    for space in range(player.read_out):
        field = state.options.sheet_file.start_fields[space]
        seen.start_read[place, space] = player.numbers[field] * NUMBER_SCALE
        seen.start_known[place, space] = 1


@unchecked_rule
def observe_open_hand(player, place, seen):
    for rank in range(RANKS):
        seen.open_hands[place, rank] = player.hand[rank] * COPIES_SCALE


# --- Insight cards ----------------------------------------------------------------------------


@rule
def observe_insights(state, seat, deciding, seen):
    for card in range(INSIGHTS):
        seen.active[card] = state.insight[card]
    if state.centre_round:
        seen.centre_round[state.centre_round - 1] = 1
    for other in range(state.num_players):
        observe_shown(state.players[other], seats_from(state, seat, other), seen)
    if seat == SPECTATOR:
        return
    if deciding and state.phase == Phase.COUNT:
        seen.pending_kind[state.pending_kind - TableKind.SET] = 1
    given, got = state.players[seat].gift, gift_got(state, seat)
    if given != NO_CARD:
        seen.gift_given[given] = 1
    if got != NO_CARD:
        seen.gift_got[got] = 1


@unchecked_rule
def observe_shown(player, place, seen):
    """What Insight cards made a player show."""
    seen.letgo_used[place] = player.let_go
    for objective in range(OBJECTIVES):
        seen.objective_met[place, objective] = player.met[objective]
    for rank in range(RANKS):
        seen.ruled_out[place, rank] = player.ruled_out[rank]
