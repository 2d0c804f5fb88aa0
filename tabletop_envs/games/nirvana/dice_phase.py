"""The dice phase: twelve rolls, each written by everybody on the own sheet."""

from ...core.native import rule
from ...core.rng import random_below
from .cards import (
    CENTRE_CARD,
    COLOURS,
    DICE,
    FACES,
    FIELDS,
    PERMUTATIONS,
    ROUNDS,
    TRIOS,
    Insight,
    flipped,
)
from .hand_building import build_hands
from .state import ARRANGE, DONE, FLIP, NO_SLOT, STEP, TRIO, Phase


@rule
def begin_dice_round(state):
    """ROLL: three dice, sorted since they cannot be told apart; the roller decides first."""
    roll = state.rolls[state.round]
    for die in range(DICE):
        roll[die] = 1 + random_below(state, FACES)
    sort_dice(roll)
    begin_turn(state, state.roller)


@rule
def sort_dice(roll):
    for last in range(1, DICE):
        for die in range(last, 0, -1):
            if roll[die] < roll[die - 1]:
                number = roll[die]
                roll[die] = roll[die - 1]
                roll[die - 1] = number


@rule
def begin_turn(state, seat):
    """A player copies the roll: MODIFY, TRIO, ARRANGE (R8); without boxes no MODIFY."""
    state.actor = seat
    state.changed_slot = NO_SLOT
    for slot in range(DICE):
        state.slots[slot] = state.rolls[state.round, slot]
    state.phase = Phase.MODIFY if state.players[seat].boxes > 0 else Phase.TRIO


# --- MODIFY -----------------------------------------------------------------------------------


@rule
def may_change(state, slot):
    """Whether a box may be crossed for that slot."""
    only_one = state.options.one_die_per_round  # R2
    return not only_one or state.changed_slot == NO_SLOT or state.changed_slot == slot


@rule
def may_write(state, number):
    """Whether a step may lead to a number."""
    clamped = state.options.clamp_numbers or state.insight[Insight.STEADY_HAND]  # R3, I09
    return not clamped or 1 <= number <= FACES


@rule
def may_flip(state, number):
    return state.insight[Insight.OTHER_SIDE] and 1 <= number <= FACES


@rule
def legal_modify(state, mask):
    mask[DONE] = 1
    for slot in range(DICE):
        if may_change(state, slot):
            number = state.slots[slot]
            if may_write(state, number - 1):
                mask[STEP + 2 * slot] = 1
            if may_write(state, number + 1):
                mask[STEP + 2 * slot + 1] = 1
            if may_flip(state, number):
                mask[FLIP + slot] = 1


@rule
def modify(state, action):
    """Change a slot by crossing a box, or be done."""
    if action == DONE:
        state.phase = Phase.TRIO
        return
    if action >= FLIP:
        slot = action - FLIP
        state.slots[slot] = flipped(state.slots[slot])
    else:
        slot = (action - STEP) // 2
        state.slots[slot] += 2 * ((action - STEP) % 2) - 1
    state.changed_slot = slot
    player = state.players[state.actor]
    player.boxes -= 1
    if player.boxes == 0:
        state.phase = Phase.TRIO


# --- TRIO -------------------------------------------------------------------------------------


@rule
def is_open(filled_in, trio, dice_round):
    """Whether a trio is not yet filled when a round's roll is written."""
    return filled_in[trio] == 0 or filled_in[trio] > dice_round


@rule
def borders_filled(sheet, filled_in, trio, dice_round):
    """Whether a trio touches a filled one."""
    for other in range(TRIOS):
        if sheet.adjacent[trio, other] and not is_open(filled_in, other, dice_round):
            return True
    return False


@rule
def called_colour(roll):
    """The colour that I12 calls for a roll."""
    total = 0
    for die in range(DICE):
        total += roll[die]
    return total % len(COLOURS)


@rule
def legal_trios(state, filled_in, dice_round, mask):
    """Mark where a round's roll may be written on a sheet: I11 filters first, then I12."""
    sheet = state.options.sheet_file
    for trio in range(TRIOS):
        mask[TRIO + trio] = is_open(filled_in, trio, dice_round)
    if state.insight[Insight.NEIGHBOUR_PATH]:
        keep_neighbours(sheet, filled_in, dice_round, mask)
    if state.insight[Insight.COLOUR_CALL]:
        keep_colour(sheet, called_colour(state.rolls[dice_round]), mask)


@rule
def keep_neighbours(sheet, filled_in, dice_round, mask):
    """I11: only trios that touch a filled one, unless there is none."""
    kept = 0
    for trio in range(TRIOS):
        kept += mask[TRIO + trio] and borders_filled(sheet, filled_in, trio, dice_round)
    if kept:
        for trio in range(TRIOS):
            mask[TRIO + trio] &= borders_filled(sheet, filled_in, trio, dice_round)


@rule
def keep_colour(sheet, colour, mask):
    """I12: only trios of the called colour, unless there is none."""
    kept = 0
    for trio in range(TRIOS):
        kept += mask[TRIO + trio] and sheet.colour[trio] == colour
    if kept:
        for trio in range(TRIOS):
            mask[TRIO + trio] &= sheet.colour[trio] == colour


@rule
def choose_trio(state, action):
    state.trio = action - TRIO
    state.phase = Phase.ARRANGE


# --- ARRANGE ----------------------------------------------------------------------------------


@rule
def legal_arrange(state, mask):
    """All orders, but of equal numbers only the one that keeps them as they are."""
    for permutation in range(len(PERMUTATIONS)):
        mask[ARRANGE + permutation] = keeps_equals(state.slots, permutation)


@rule
def keeps_equals(slots, permutation):
    """Whether equal numbers stay in order: of several like permutations, the first."""
    for i in range(DICE):
        for j in range(i + 1, DICE):
            first, second = PERMUTATIONS[permutation, i], PERMUTATIONS[permutation, j]
            if first > second and slots[first] == slots[second]:
                return False
    return True


@rule
def arrange(state, action):
    """Write all three numbers to one trio (R6, R7); then the next player's turn, or the end."""
    player = state.players[state.actor]
    for position in range(DICE):
        field = state.options.sheet_file.trio_fields[state.trio, position]
        player.numbers[field] = state.slots[PERMUTATIONS[action - ARRANGE, position]]
    player.filled_in[state.trio] = state.round + 1
    clear_turn(state)
    seat = (state.actor + 1) % state.num_players
    if seat == state.roller:
        end_dice_round(state)
    else:
        begin_turn(state, seat)


@rule
def clear_turn(state):
    """Leave nothing of a turn behind: it is secret."""
    state.trio = 0
    state.changed_slot = NO_SLOT
    state.slots[:] = 0


@rule
def end_dice_round(state):
    state.round += 1
    if state.insight[Insight.CENTRE_RACE] and state.centre_round == 0:
        announce_centre(state)
    if state.round < ROUNDS:
        begin_dice_round(state)
    else:
        build_hands(state)


@rule
def centre_completed(sheet, filled_in):
    """The round that filled the last field of the card that I07 watches; 0: not yet."""
    latest = 0
    for field in range(FIELDS):
        if sheet.card_of[field] == CENTRE_CARD:
            dice_round = filled_in[sheet.trio_of[field]]
            if dice_round == 0:
                return 0
            latest = max(latest, dice_round)
    return latest


@rule
def announce_centre(state):
    """I07: the first round at whose end somebody has C7 counts for all who have it."""
    for player in state.players[: state.num_players]:
        if centre_completed(state.options.sheet_file, player.filled_in):
            player.met[Insight.CENTRE_RACE] = 1
            state.centre_round = state.round
