"""Scripted players of Nirvana, weak to strong: shedder, matcher, planner."""

from collections.abc import Mapping

import numpy as np

from ...core.bots import Bot, Planner
from ...core.native import rule, unchecked_rule
from ...core.rng import random_below, random_seed, seed_rng
from .cards import (
    DICE,
    FACES,
    FIELDS,
    HIGHEST,
    INSIGHTS,
    LONGEST_CARD,
    LOWEST,
    MOST_CARDS,
    PERMUTATIONS,
    RANKS,
    ROUNDS,
    SHEET_CARDS,
    TRIOS,
    rank_of,
)
from .dice_phase import keeps_equals, legal_trios
from .resample import resample
from .rules import legal, step
from .state import (
    ARRANGE,
    COPIES_SCALE,
    COUNT,
    DIE_SCALE,
    DONE,
    GIVE,
    HAND_SCALE,
    LET_GO,
    NOBODY,
    NUMBER_SCALE,
    PASS,
    RUN,
    SET,
    STEP,
    TRIO,
    Phase,
    TableKind,
    actions,
)

NUM_ACTIONS = actions.size


@rule
def unscaled(share, scale):
    """The whole number that an observation holds."""
    return round(share / scale)


# --- shedder: a random sheet, then always the weakest cards -------------------------------------


@rule
def shedder(seen, mask, table):
    """Writes at random, uses no box; leads and follows with the weakest value it can."""
    if mask[DONE]:
        return DONE
    if seen.phase[Phase.TRIO] or seen.phase[Phase.ARRANGE]:
        return random_legal(mask, table)
    if seen.phase[Phase.COUNT]:
        return count_cards(mask, seen.table_kind[TableKind.NONE] > 0)
    return weakest(mask, seen.direction > 0)


@rule
def random_legal(mask, table):
    chosen, count = NOBODY, 0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            count += 1
            if random_below(table, count) == 0:
                chosen = action
    return chosen


@rule
def count_cards(mask, leading):
    """As many cards as possible when leading, else as few."""
    chosen = NOBODY
    for action in range(COUNT, COUNT + MOST_CARDS):
        if mask[action] and (leading or chosen == NOBODY):
            chosen = action
    return chosen


@rule
def weakest(mask, upwards):
    """The weakest set, run or gift; without any a card let go, or a pass."""
    for start in (SET, RUN, GIVE):
        for nth in range(RANKS):
            action = start + (nth if upwards else RANKS - 1 - nth)
            if mask[action]:
                return action
    return LET_GO if mask[LET_GO] else PASS


# --- matcher: equal cards on the sheet, and some thrift with them -------------------------------


def sums_of_dice(dice: int) -> np.ndarray:
    """Chances of the sums of so many dice, from 0 on."""
    chances = np.ones(1)
    for _ in range(dice):
        chances = np.convolve(chances, [0] + [1 / FACES] * FACES)
    return chances


WIDEST = HIGHEST - LOWEST + FACES * LONGEST_CARD  # no two cards of a sketch are further apart


def chances_of_equals() -> np.ndarray:
    """``[i, j, d + WIDEST]``: chance that cards with i and j open fields, d apart, end equal."""
    table = np.zeros((LONGEST_CARD + 1, LONGEST_CARD + 1, 2 * WIDEST + 1))
    for i in range(LONGEST_CARD + 1):
        for j in range(LONGEST_CARD + 1):
            for a, chance_a in enumerate(sums_of_dice(i)):
                for b, chance_b in enumerate(sums_of_dice(j)):
                    table[i, j, b - a + WIDEST] += chance_a * chance_b
    return table


EQUAL = chances_of_equals()
NUM_ORDERS = len(PERMUTATIONS)
BOX_WORTH, LATE_BOX_WORTH = 0.5, 0.1  # pairs that a box is kept for
LATE_ROUNDS = 3  # rounds at the end in which boxes are used lightly
KEPT_SINGLES = 2  # the strongest, to regain the lead with
DANGER = 2  # cards of a player who is about to go out


@rule
def sketch(draft, sheet, player):
    """Note what the columns of a sheet hold so far, on scratch paper."""
    for card in range(SHEET_CARDS):
        draft.residual[card] = 0
        draft.loose[card] = sheet.card_length[card]
    for field in range(FIELDS):
        if player.filled_in[sheet.trio_of[field]]:
            draft.residual[sheet.card_of[field]] += player.numbers[field]
            draft.loose[sheet.card_of[field]] -= 1


@unchecked_rule
def pencil(draft, sheet, slots, trio, permutation, sign):
    """Add three numbers to the columns of a trio, or (sign -1) take them away."""
    for position in range(DICE):
        card = sheet.card_of[sheet.trio_fields[trio, position]]
        draft.residual[card] += sign * slots[PERMUTATIONS[permutation, position]]
        draft.loose[card] -= sign


@unchecked_rule
def equals(draft, a, b):
    """The chance that two cards of a sketch will be equal."""
    apart = draft.residual[a] - draft.residual[b] + WIDEST
    return EQUAL[draft.loose[a], draft.loose[b], apart]


@unchecked_rule
def pairs_of(draft, sheet, trio):
    """How many pairs of equal cards to expect of which one card has fields of a trio."""
    first = sheet.card_of[sheet.trio_fields[trio, 0]]
    second = sheet.card_of[sheet.trio_fields[trio, 1]]
    third = sheet.card_of[sheet.trio_fields[trio, 2]]
    pairs = 0.0
    for card in range(SHEET_CARDS):
        if card != first:
            pairs += equals(draft, card, first)
            if card != second and second != first:
                pairs += equals(draft, card, second)
            if card != third and third != first and third != second and card != second:
                pairs += equals(draft, card, third)
    return pairs


@unchecked_rule
def gain(draft, sheet, slots, trio, permutation):
    """How many more pairs of equal cards to expect if three numbers are written so."""
    before = pairs_of(draft, sheet, trio)
    pencil(draft, sheet, slots, trio, permutation, 1)
    after = pairs_of(draft, sheet, trio)
    pencil(draft, sheet, slots, trio, permutation, -1)
    return after - before


@rule
def best_writing(draft, sheet, slots, mask):
    """The best way to write to a marked trio, as trio and permutation in one, and its gain."""
    best, most = NOBODY, -1.0
    for trio in range(TRIOS):
        if mask[TRIO + trio]:
            for permutation in range(NUM_ORDERS):
                here = gain(draft, sheet, slots, trio, permutation)
                if best == NOBODY or here > most:
                    best, most = trio * NUM_ORDERS + permutation, here
    return best, most


@rule
def mark_trios(state, player):
    """Mark in the state's own mask where the present roll may be written."""
    if state.phase == Phase.ARRANGE:
        for trio in range(TRIOS):
            state.mask[TRIO + trio] = trio == state.trio
    else:
        legal_trios(state, player.filled_in, state.round, state.mask)


@rule
def box_worth(state):
    """How much better a writing must be to cross a box for it: little in the last rounds."""
    return BOX_WORTH if state.round < ROUNDS - LATE_ROUNDS else LATE_BOX_WORTH


@rule
def match_numbers(state, player, mask):
    """A decision of the dice phase: the way to write that promises most equal cards."""
    draft, sheet = state.draft, state.options.sheet_file
    sketch(draft, sheet, player)
    mark_trios(state, player)
    writing, most = best_writing(draft, sheet, state.slots, state.mask)
    if state.phase != Phase.MODIFY:
        return writing_action(state, writing)
    best = DONE
    most += box_worth(state)
    for change in range(2 * DICE):
        if mask[STEP + change]:
            slot, sign = change // 2, 2 * (change % 2) - 1
            state.slots[slot] += sign
            _, here = best_writing(draft, sheet, state.slots, state.mask)
            state.slots[slot] -= sign
            if here > most:
                best, most = STEP + change, here
    return best


@rule
def writing_action(state, writing):
    """The next action towards writing to a trio in some order."""
    trio, permutation = writing // NUM_ORDERS, writing % NUM_ORDERS
    return TRIO + trio if state.phase == Phase.TRIO else ARRANGE + permutation


@rule
def match_cards(state, mask):
    """A decision of the card phase: no set is broken and two strong singles are kept.

    Unless somebody else is about to go out: then it is the weakest value.
    """
    upwards = state.direction > 0
    if state.phase == Phase.COUNT:
        return count_cards(mask, state.table_kind == TableKind.NONE)
    if state.phase != Phase.FOLLOW or state.table_kind == TableKind.RUN or in_danger(state):
        return weakest(mask, upwards)
    player = state.players[state.actor]
    kept = KEPT_SINGLES if player.hand_size > KEPT_SINGLES else 0
    chosen = NOBODY
    for nth in range(RANKS):  # from the strongest on
        rank = RANKS - 1 - nth if upwards else nth
        if mask[SET + rank] and player.hand[rank] == state.table_count:
            if state.table_count == 1 and kept > 0:
                kept -= 1
            else:
                chosen = SET + rank
    if chosen != NOBODY:
        return chosen
    return LET_GO if mask[LET_GO] else PASS


@rule
def in_danger(state):
    """Whether another player is about to go out."""
    for seat in range(state.num_players):
        player = state.players[seat]
        if seat != state.actor and player.place == 0 and player.hand_size <= DANGER:
            return True
    return False


@rule
def read_observation(seen, table):
    """Note in ``table`` all that the matcher looks at, with the viewer as seat 0."""
    table.actor = 0
    table.phase = marked(seen.phase)
    table.direction = round(seen.direction)
    table.table_kind = marked(seen.table_kind)
    table.table_count = unscaled(seen.table_count, COPIES_SCALE)
    for card in range(INSIGHTS):
        table.insight[card] = seen.active[card] > 0
    for seat in range(table.num_players):
        table.players[seat].hand_size = unscaled(seen.hand_size[seat], HAND_SCALE)
        table.players[seat].place = seen.place[seat] > 0
    for rank in range(RANKS):
        table.players[0].hand[rank] = unscaled(seen.hand[rank], COPIES_SCALE)
    table.round = marked(seen.round) if in_dice_phase(seen) else ROUNDS
    if table.round < ROUNDS:
        read_sheet_and_dice(seen, table)


@rule
def marked(flags):
    """The place of the flag that is set; 0 if none is."""
    for place in range(len(flags)):
        if flags[place]:
            return place
    return 0


@rule
def in_dice_phase(seen):
    for flag in seen.round:
        if flag:
            return True
    return False


@rule
def read_sheet_and_dice(seen, table):
    player, sheet = table.players[0], table.options.sheet_file
    table.trio = marked(seen.chosen_trio)
    for die in range(DICE):
        table.rolls[table.round, die] = unscaled(seen.roll[die], DIE_SCALE)
        table.slots[die] = unscaled(seen.slots[die], NUMBER_SCALE)
    for trio in range(TRIOS):
        player.filled_in[trio] = seen.filled[sheet.trio_fields[trio, 0]] > 0
    for field in range(FIELDS):
        player.numbers[field] = unscaled(seen.sheet[field], NUMBER_SCALE)


@rule
def matcher(seen, mask, table):
    """Collects equal cards, follows without breaking sets, keeps two strong singles."""
    read_observation(seen, table)
    if table.round < ROUNDS:
        return match_numbers(table, table.players[0], mask)
    return match_cards(table, mask)


# --- planner: plays out what may come ------------------------------------------------------------

WRITINGS = 8  # ways to write a roll that are looked at closely
FUTURES = 24  # random continuations of each
WORLDS = 64  # worlds in which the options of the card phase are played out

# What the cards of one value cost a hand, by their number, and what each step of value above
# HEIGHT gives back: rounded from a least-squares fit to 12,000 games of matchers, in rewards.
SET_COST = (0.0, 0.23, 0.25, 0.21, 0.18)
HEIGHT_WORTH = (0.0, 0.02, 0.012, 0.0, 0.0)
HEIGHT = 8
BOX_COST, LATE_BOX_COST = 0.03, 0.01


@rule
def hand_worth(draft):
    """What the hand of a finished sketch is worth: few values, the small sets high."""
    draft.known[:] = 0
    for card in range(SHEET_CARDS):
        draft.known[rank_of(draft.residual[card])] += 1
    worth = 0.0
    for rank in range(RANKS):
        copies = min(draft.known[rank], len(SET_COST) - 1)
        worth += HEIGHT_WORTH[copies] * max(rank + LOWEST - HEIGHT, 0) - SET_COST[copies]
    return worth


@rule
def future_worth(table, state, player, writing):
    """What a hand may be worth if the slots are written so: the sum over random futures."""
    draft, sheet = table.draft, state.options.sheet_file
    worth = 0.0
    for _ in range(FUTURES):
        sketch(draft, sheet, player)
        for trio in range(TRIOS):
            table.mask[TRIO + trio] = player.filled_in[trio] == 0
        write_on(table, sheet, state.slots, writing)
        for _ in range(state.round + 1, ROUNDS):
            for die in range(DICE):
                table.slots[die] = 1 + random_below(table, FACES)
            next_writing, _ = best_writing(draft, sheet, table.slots, table.mask)
            write_on(table, sheet, table.slots, next_writing)
        worth += hand_worth(draft)
    return worth / FUTURES


@rule
def write_on(table, sheet, slots, writing):
    """Add a roll to the sketch, and close its trio."""
    trio = writing // NUM_ORDERS
    pencil(table.draft, sheet, slots, trio, writing % NUM_ORDERS, 1)
    table.mask[TRIO + trio] = 0


NO_CHANGE = 2 * DICE
"""After the six steps: the slots as they are."""


@rule
def change_slot(state, change, sign):
    """Take a step, or (sign -1) take it back."""
    if change != NO_CHANGE:
        state.slots[change // 2] += sign * (2 * (change % 2) - 1)


@rule
def note_writings(state, draft, change, gains, writings):
    """Keep the most promising writings of changed slots, in place of the least of those kept."""
    sheet = state.options.sheet_file
    for trio in range(TRIOS):
        for permutation in range(NUM_ORDERS):
            if state.mask[TRIO + trio] and keeps_equals(state.slots, permutation):
                here = gain(draft, sheet, state.slots, trio, permutation)
                if change != NO_CHANGE:
                    here -= box_worth(state)
                least = 0
                for place in range(WRITINGS):
                    if gains[place] < gains[least]:
                        least = place
                if here > gains[least]:
                    gains[least] = here
                    writings[least] = (change * TRIOS + trio) * NUM_ORDERS + permutation


@rule
def plan_numbers(state, player, table):
    """A decision of the dice phase: the most promising writings, each with random futures."""
    gains = np.full(WRITINGS, -np.inf)
    writings = np.zeros(WRITINGS, np.int64)
    modifying = state.phase == Phase.MODIFY
    sketch(table.draft, state.options.sheet_file, player)
    for change in range(NO_CHANGE + 1):
        if change == NO_CHANGE or (modifying and state.mask[STEP + change]):
            change_slot(state, change, 1)
            mark_trios(state, player)
            note_writings(state, table.draft, change, gains, writings)
            change_slot(state, change, -1)
    best, most = NOBODY, 0.0
    seed = random_seed(table)
    for place in range(WRITINGS):
        if gains[place] > -np.inf:
            change = writings[place] // (TRIOS * NUM_ORDERS)
            change_slot(state, change, 1)
            seed_rng(table, seed)  # the same futures for all
            worth = future_worth(table, state, player, writings[place] % (TRIOS * NUM_ORDERS))
            change_slot(state, change, -1)
            if change != NO_CHANGE:
                worth -= BOX_COST if state.round < ROUNDS - LATE_ROUNDS else LATE_BOX_COST
            if best == NOBODY or worth > most:
                best, most = writings[place], worth
    if modifying:
        change = best // (TRIOS * NUM_ORDERS)
        return DONE if change == NO_CHANGE else STEP + change
    return writing_action(state, best % (TRIOS * NUM_ORDERS))


@rule
def refresh(state):
    state.mask[:] = 0
    legal(state, state.mask)


@rule
def play_out(state):
    """Play to the end, everybody like a matcher."""
    while not state.over:
        refresh(state)
        step(state, match_cards(state, state.mask))


@rule
def plan_cards(roots, worlds, seat, table):
    """A decision of the card phase: the best mean place over worlds that agree with all seen."""
    mask = roots[0].mask
    places = np.zeros(NUM_ACTIONS, np.int64)
    for _ in range(WORLDS):
        worlds[0] = roots[0]
        seed_rng(worlds[0], random_seed(table))
        resample(worlds[0], seat)
        for action in range(NUM_ACTIONS):
            if mask[action]:
                worlds[1] = worlds[0]
                step(worlds[1], action)
                play_out(worlds[1])
                places[action] += worlds[1].players[seat].place
    best = NOBODY
    for action in range(NUM_ACTIONS):
        if mask[action] and (best == NOBODY or places[action] < places[best]):
            best = action
    return best


@rule
def planner(roots, worlds, seat, table):
    """Looks a roll ahead on its sheet, and plays its cards out in worlds like the true one."""
    state = roots[0]
    if state.round == ROUNDS:
        return plan_cards(roots, worlds, seat, table)
    state.mask[:] = 0
    legal(state, state.mask)
    return plan_numbers(state, state.players[seat], table)


BOTS: Mapping[str, Bot | Planner] = {
    "shedder": Bot(shedder),
    "matcher": Bot(matcher),
    "planner": Planner(planner),
}
