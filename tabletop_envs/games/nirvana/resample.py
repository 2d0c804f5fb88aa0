"""Another game of Nirvana that a seat cannot tell from the true one.

In the dice phase the others' sheets are filled anew at random. In the card phase everybody
has shown something of a sheet: numbers read out, cards played, objectives met or missed.
Then a random sheet is drawn and changed step by step until it agrees with all of that, by
simulated annealing: trios exchange their rolls, and columns the cards that must be found among
them. A sheet that is no more steps away from agreement than its owner has boxes is done, for
boxes make up the rest.

This works on the state's ``Draft``. Its *lines* are the sums that matter: a card, or a single
field whose number is known. The *residual* of a line is what it has too much of.
"""

from ...core.native import rule, unchecked_rule
from ...core.rng import random_below
from .cards import (
    AWARD,
    BURDEN,
    CENTRE_CARD,
    DICE,
    EVEN_CARDS,
    FACES,
    FIELDS,
    FIRST_CARD,
    HARMONY_COPIES,
    HEAVY_VALUE,
    HIGHEST,
    HIGHEST_NUMBER,
    LADDER_LENGTH,
    LAST_CARD,
    LEFT_CORNER,
    LOWEST,
    OBJECTIVES,
    PERMUTATIONS,
    RANKS,
    RIGHT_CORNER,
    ROUNDS,
    SHEET_CARDS,
    TRIOS,
    TWIN_CARDS,
    Insight,
    flipped,
    rank_of,
)
from .dice_phase import begin_turn, centre_completed, clear_turn, legal_trios, may_flip, may_write
from .hand_building import (
    boxes_at_start,
    gift_got,
    gifts_are_exchanged,
    hands_are_open,
    meets,
    take,
    take_extra_cards,
    take_sheet_cards,
)
from .state import LINES, NO_CARD, TRIO, Phase, TableKind

PATHS = 1000  # tries to fill trios in an order that agrees with what is known
MOVES = 1_000_000  # changes of sheets, at most, for one seat: a second, rarely needed
MOVES_PER_SHEET = 8_000
GIFT_TRIES = 10  # how often gifts are chosen anew if they fit to no sheet; they share the moves
FRESH_SHEET = 20  # moves that a fresh sheet counts for
SHAKES, SHAKING = 20, 50  # how often a sheet is shaken, by how many changes
TARGET_MOVES, ROLL_MOVES, ALL_MOVES = 11, 18, 20  # of 20: exchange targets, or rolls, or flip
PATIENCE = 20  # of so many trios without a residual one is moved all the same
ACCEPTED = (1000, 287, 82, 24, 7, 2, 1)
"""Chances in 1000 that a change is accepted, by how many steps worse it makes a sheet."""
TURN_WEIGHT = 3  # steps that a turned die counts for there: many would be turned for nothing
LADDER_TRIES = 4
LADDER_STARTS = 18  # ladders begin at one of so many lowest values


@rule
def resample(state, seat):
    """Draw anew the others' sheets, boxes, hands and gifts, and the decision they are at."""
    if state.round < ROUNDS:
        for other in range(state.num_players):
            if other != seat:
                fill_at_random(state, other)
        if state.actor != seat:
            clear_turn(state)
            begin_turn(state, state.actor)
        return
    done = False
    for _ in range(GIFT_TRIES if gifts_are_exchanged(state) else 1):
        if not done:
            done = fit_players(state, seat)
    if state.actor != seat:
        forget_choice(state)


@rule
def forget_choice(state):
    """Back to the beginning of a decision: what is about to be played is secret."""
    state.pending_kind = TableKind.NONE
    state.pending_rank = 0
    if state.phase == Phase.COUNT:
        leading = state.table_kind == TableKind.NONE
        state.phase = Phase.LEAD if leading else Phase.FOLLOW


# --- random sheets ----------------------------------------------------------------------------


@rule
def fill_at_random(state, other):
    """A sheet of the dice phase; each box is meant for a random round of the game."""
    player = state.players[other]
    turn = (other - state.roller) % state.num_players
    present = (state.actor - state.roller) % state.num_players
    draw_sheet(state, player, state.round + (turn < present))
    boxes = boxes_at_start(state)
    player.boxes = boxes
    shift = random_below(state, DICE)
    for _ in range(boxes):
        dice_round = 1 + random_below(state, ROUNDS)
        position = (dice_round + shift) % DICE  # one slot a round, as R2 may demand
        for trio in range(TRIOS):
            if player.filled_in[trio] == dice_round:
                change_number(state, player, state.options.sheet_file.trio_fields[trio, position])


@rule
def change_number(state, player, field):
    """Cross a box for a field, if any change is permitted."""
    number = player.numbers[field]
    sign = 2 * random_below(state, 2) - 1
    if may_flip(state, number) and random_below(state, 2):
        player.numbers[field] = flipped(number)
    elif may_write(state, number + sign):
        player.numbers[field] += sign
    else:
        player.numbers[field] -= sign
    player.boxes -= 1


@rule
def draw_sheet(state, player, rounds):
    """Write so many rolls, each to a random trio that was legal then, in a random order."""
    tries = 0
    while not draw_path(state, player, rounds, tries < PATHS):
        tries += 1
    player.numbers[:] = 0
    for trio in range(TRIOS):
        if player.filled_in[trio]:
            permutation = random_below(state, len(PERMUTATIONS))
            for position in range(DICE):
                field = state.options.sheet_file.trio_fields[trio, position]
                die = PERMUTATIONS[permutation, position]
                player.numbers[field] = state.rolls[player.filled_in[trio] - 1, die]


@rule
def draw_path(state, player, rounds, strict):
    """Choose the trio of every round; answers whether that agrees with what I07 announced.

    Without ``strict`` it need not agree.
    """
    player.filled_in[:] = 0
    for dice_round in range(rounds):
        legal_trios(state, player.filled_in, dice_round, state.mask)
        options = 0
        for trio in range(TRIOS):
            if strict and state.mask[TRIO + trio]:
                state.mask[TRIO + trio] = agrees_with_race(state, player, trio, dice_round + 1)
            options += state.mask[TRIO + trio]
        if options == 0:
            return False
        chosen = random_below(state, options)
        for trio in range(TRIOS):
            if state.mask[TRIO + trio]:
                if chosen == 0:
                    player.filled_in[trio] = dice_round + 1
                chosen -= 1
    return True


@rule
def agrees_with_race(state, player, trio, now):
    """Whether a trio may have been filled in round ``now``, as far as I07 tells."""
    if not state.insight[Insight.CENTRE_RACE]:
        return True
    player.filled_in[trio] = now
    missing = 0
    for each in range(TRIOS):
        if player.filled_in[each] == 0:
            missing += feeds_centre(state.options.sheet_file, each)
    player.filled_in[trio] = 0
    won = player.met[Insight.CENTRE_RACE]
    if missing:
        return not won or missing <= state.centre_round - now
    if not feeds_centre(state.options.sheet_file, trio):
        return True  # it was complete before
    if won:
        return now == state.centre_round
    return now > (state.centre_round if state.centre_round else state.round)


@rule
def feeds_centre(sheet, trio):
    """Whether a trio has fields of the card that I07 watches."""
    for position in range(DICE):
        if sheet.card_of[sheet.trio_fields[trio, position]] == CENTRE_CARD:
            return True
    return False


# --- the card phase: a sheet and a hand for each player ----------------------------------------


@rule
def fit_players(state, seat):
    """Draw the others anew, in the order in which gifts move on; answers whether all agree."""
    done = True
    for step in range(1, state.num_players):
        if not fit_player(state, seat, (seat + step) % state.num_players):
            done = False
    return done


@rule
def fit_player(state, seat, other):
    """Draw what agrees with all that ``seat`` knows of another player; answers whether it does."""
    player, draft = state.players[other], state.draft
    size = player.hand_size
    note_shown(state, player)
    draft.moves = MOVES // (GIFT_TRIES if gifts_are_exchanged(state) else 1)
    done = False
    while not done and draft.moves > 0:
        draft.moves -= FRESH_SHEET
        draw_sheet(state, player, ROUNDS)
        done = plan(state, seat, other) and fit_sheet(state, seat, other, size)
    if not done:
        make_do(state, seat, other, size)
    if state.phase == Phase.GIVE and player.gift != NO_CARD:
        player.gift = random_card(state, player)
    clear_draft(draft)
    return done


@rule
def fit_sheet(state, seat, other, size):
    """Change a sheet until it agrees; answers whether it does.

    One that has the cards needed but disagrees otherwise is shaken: others like it are near.
    """
    player = state.players[other]
    shaking = 0
    for _ in range(SHAKES):
        if not anneal(state, player, shaking):
            return False
        if cross_boxes(state, player) and build_hand(state, seat, other, size):
            return True
        uncross_boxes(state, player)
        shaking = SHAKING
    return False


@rule
def note_shown(state, player):
    """Keep what the player has shown: numbers read out, cards played or held openly."""
    draft = state.draft
    for space in range(player.read_out):
        field = state.options.sheet_file.start_fields[space]
        draft.start_numbers[space] = player.numbers[field]
    for rank in range(RANKS):
        draft.known[rank] = shown(state, player, rank)


@rule
def clear_draft(draft):
    """Leave nothing behind."""
    draft.start_numbers[:] = 0
    draft.known[:] = 0
    draft.need[:] = 0
    draft.line[:] = 0
    draft.loose[:] = 0
    draft.fixed[:] = 0
    draft.residual[:] = 0
    draft.wanted[:] = 0
    draft.target[:] = 0
    draft.pins = 0
    draft.turned[:] = 0
    draft.steps[:] = 0
    draft.numbers[:] = 0
    draft.turns[:] = 0
    draft.moves = 0


@rule
def gift_known(state, seat, other):
    """The card that a player gave, if ``seat`` got it."""
    if gifts_are_exchanged(state) and seat == (other + 1) % state.num_players:
        return state.players[other].gift
    return NO_CARD


@rule
def random_card(state, player):
    """The rank of a card in hand."""
    left = random_below(state, player.hand_size)
    rank = 0
    while left >= player.hand[rank]:
        left -= player.hand[rank]
        rank += 1
    return rank


# --- the plan: which cards the columns must give ----------------------------------------------


@rule
def plan(state, seat, other):
    """Set the targets of a fresh sheet; answers whether there are columns enough.

    What met objectives ask for is made a target. What missed ones rule out is left to chance,
    and so are the columns of which nothing is known.
    """
    player, draft = state.players[other], state.draft
    begin_draft(state, player)
    for space in range(player.read_out):
        field = state.options.sheet_file.start_fields[space]
        pin(state, player, field, draft.start_numbers[space])
    got, given = gift_got(state, other), gift_known(state, seat, other)
    if got != NO_CARD:
        explain(draft, got)
    if given != NO_CARD:
        draft.need[given] += 1
    plan_extra_cards(state, player)
    for card in range(SHEET_CARDS):
        if draft.loose[card] == 0 and not draft.wanted[card]:
            draft.fixed[card] = 1
            explain(draft, rank_of(column_value(draft, card)))
    plan_objectives(state, player.met)
    if not place_needs(draft):
        return False
    avoid_ruled_out(draft, player)
    return not player.met[Insight.EVEN_MIND] or make_even(state, draft)


@rule
def begin_draft(state, player):
    draft, sheet = state.draft, state.options.sheet_file
    draft.residual[:] = 0
    draft.wanted[:] = 0
    draft.target[:] = 0
    draft.fixed[:] = 0
    draft.turned[:] = 0
    draft.steps[:] = 0
    draft.pins = 0
    for rank in range(RANKS):
        draft.need[rank] = draft.known[rank]
    for card in range(SHEET_CARDS):
        draft.loose[card] = sheet.card_length[card]
    for field in range(FIELDS):
        draft.line[field] = sheet.card_of[field]
        draft.residual[sheet.card_of[field]] += player.numbers[field]


@rule
def pin(state, player, field, number):
    """Give a field whose number is known a line of its own."""
    draft, card = state.draft, state.options.sheet_file.card_of[field]
    line = SHEET_CARDS + draft.pins
    draft.pins += 1
    draft.line[field] = line
    draft.loose[card] -= 1
    draft.residual[card] += number - player.numbers[field]  # the card counts what is known
    draft.residual[line] = player.numbers[field] - number
    draft.target[line] = number
    draft.wanted[line] = 1


@rule
def column_value(draft, card):
    """What a column gives now, residual included."""
    return draft.target[card] + draft.residual[card]


@rule
def settled_value(draft, card):
    """What a column with a target, or without loose fields, is to give."""
    return draft.target[card] if draft.wanted[card] else draft.residual[card]


@rule
def is_settled(draft, card):
    return draft.wanted[card] or draft.loose[card] == 0


@rule
def want(draft, card, value):
    """Set the target of a column that had none."""
    draft.wanted[card] = 1
    draft.target[card] = value
    draft.residual[card] -= value


@rule
def explain(draft, rank):
    """A card is accounted for, if there is one so low: corners are tried that cannot be."""
    if rank >= 0 and draft.need[rank]:
        draft.need[rank] -= 1


@rule
def plan_extra_cards(state, player):
    """Account for what met objectives added to the hand."""
    draft, met = state.draft, player.met
    if met[Insight.TWIN_GIFTS]:
        plan_twins(draft)
    if met[Insight.CORNER_SUM]:
        left = plan_corner(state, player, LEFT_CORNER)
        right = plan_corner(state, player, RIGHT_CORNER)
        explain(draft, rank_of(left + right))
    if met[Insight.HEAVY_LOAD]:
        explain(draft, rank_of(BURDEN))
    awards = (
        met[Insight.EVEN_MIND]
        + met[Insight.LONG_LADDER]
        + met[Insight.UNTOUCHED]
        + met[Insight.CENTRE_RACE]
    )
    for _ in range(awards):
        explain(draft, rank_of(AWARD))


@rule
def plan_twins(draft):
    """I08: two cards of the sheet are alike, and so are two extra ones."""
    known = LAST_CARD if draft.loose[LAST_CARD] == 0 else FIRST_CARD
    value = column_value(draft, known)
    for _ in range(TWIN_CARDS):
        explain(draft, rank_of(value))
    for card in (FIRST_CARD, LAST_CARD):
        if draft.loose[card]:
            want(draft, card, value)
            draft.fixed[card] = 1
            explain(draft, rank_of(value))


@rule
def plan_corner(state, player, field):
    """Settle the number in a corner, for I05."""
    draft, sheet = state.draft, state.options.sheet_file
    line = draft.line[field]
    if draft.wanted[line] and (line >= SHEET_CARDS or sheet.card_length[line] == 1):
        return draft.target[line]
    number = player.numbers[field]
    if random_below(state, 2):
        other = random_below(state, HIGHEST_NUMBER - LOWEST + 1) + LOWEST
        number = other if may_write(state, other) else number
    pin(state, player, field, number)
    return number


@rule
def plan_objectives(state, met):
    """Add to the cards needed what met objectives ask of the sheet."""
    draft = state.draft
    if met[Insight.HARMONY]:
        rank = likely_favourite(state)
        explain(draft, rank)  # the extra card
        copies = count_settled(draft, rank, rank)
        draft.need[rank] = max(draft.need[rank], HARMONY_COPIES - copies)
    if met[Insight.LONG_LADDER]:
        lowest = likely_ladder(state)
        for rank in range(lowest, lowest + LADDER_LENGTH):
            if count_settled(draft, rank, rank) == 0:
                draft.need[rank] = max(draft.need[rank], 1)
    if met[Insight.HEAVY_LOAD]:
        heaviest = rank_of(HEAVY_VALUE)
        heavy = count_settled(draft, 0, heaviest)
        for rank in range(heaviest + 1):
            heavy += draft.need[rank]
        if heavy == 0:
            draft.need[heaviest] = 1


@rule
def count_settled(draft, low, high):
    """How many settled columns give a rank from ``low`` to ``high``."""
    count = 0
    for card in range(SHEET_CARDS):
        if is_settled(draft, card):
            count += low <= rank_of(settled_value(draft, card)) <= high
    return count


@rule
def likely_favourite(state):
    """A rank for I02: the one needed most, or that of any column."""
    draft = state.draft
    if random_below(state, 2):
        return rank_of(column_value(draft, random_below(state, SHEET_CARDS)))
    best = random_below(state, RANKS)
    for rank in range(RANKS):
        if draft.need[rank] > draft.need[best]:
            best = rank
    return best


@rule
def likely_ladder(state):
    """The lowest rank of a ladder for I03: of some, the one that is needed most anyway."""
    draft = state.draft
    best, most = 0, -1
    for _ in range(LADDER_TRIES):
        lowest = random_below(state, LADDER_STARTS)
        there = 0
        for rank in range(lowest, lowest + LADDER_LENGTH):
            there += draft.need[rank] > 0 or count_settled(draft, rank, rank) > 0
        if there > most:
            best, most = lowest, there
    return best


@rule
def place_needs(draft):
    """Give each card needed to the free column nearest to it; answers whether there are enough."""
    for rank in range(RANKS):
        value = rank + LOWEST
        for _ in range(draft.need[rank]):
            best = NO_CARD
            for card in range(SHEET_CARDS):
                if not is_settled(draft, card) and (
                    best == NO_CARD
                    or abs(draft.residual[card] - value) < abs(draft.residual[best] - value)
                ):
                    best = card
            if best == NO_CARD:
                return False
            want(draft, best, value)
    return True


@rule
def avoid_ruled_out(draft, player):
    """Columns that give a card which the player cannot hold go for the next higher one."""
    for card in range(SHEET_CARDS):
        if not is_settled(draft, card):
            value = draft.residual[card]
            while player.ruled_out[rank_of(value)]:
                value = value + 1 if value < HIGHEST else LOWEST
            if value != draft.residual[card]:
                want(draft, card, value)


@rule
def make_even(state, draft):
    """I01: let free columns go for even values until there are enough; answers if there are."""
    even = 0
    for card in range(SHEET_CARDS):
        even += is_settled(draft, card) and settled_value(draft, card) % 2 == 0
    first = random_below(state, SHEET_CARDS)
    for step in range(SHEET_CARDS):
        card = (first + step) % SHEET_CARDS
        if even < EVEN_CARDS and not is_settled(draft, card):
            value = draft.residual[card]
            want(draft, card, value + value % 2)
            even += 1
    return even >= EVEN_CARDS


# --- annealing --------------------------------------------------------------------------------


@rule
def boxes_to_use(state, player):
    """How many boxes the player may have crossed (I04 tells of those who crossed none)."""
    return 0 if player.met[Insight.UNTOUCHED] else boxes_at_start(state)


@rule
def steps_to_go(draft):
    """How many boxes would do: for dice turned over, and for all residuals."""
    steps = 0
    for field in range(FIELDS):
        steps += draft.turned[field]
    for line in range(LINES):
        steps += draft.wanted[line] * abs(draft.residual[line])
    return steps


@rule
def anneal(state, player, shaking):
    """Change the sheet until boxes can do the rest; answers whether that was reached.

    At least ``shaking`` changes are tried.
    """
    draft = state.draft
    boxes = boxes_to_use(state, player)
    steps = steps_to_go(draft)
    most = min(draft.moves, MOVES_PER_SHEET)
    tried = 0
    while (steps > boxes or tried < shaking) and tried < most:
        tried += 1
        move = random_below(state, ALL_MOVES)
        if move < TARGET_MOVES:
            steps += exchange_targets(state)
        elif move < ROLL_MOVES or not state.insight[Insight.OTHER_SIDE]:
            steps += exchange_rolls(state, player)
        else:
            steps += turn_number(state, player)
    draft.moves -= tried
    return steps <= boxes


@unchecked_rule
def accepts(state, change):
    """Whether to keep a change that makes a sheet so many steps worse."""
    if change <= 0:
        return True
    return change < len(ACCEPTED) and random_below(state, 1000) < ACCEPTED[change]


@unchecked_rule
def exchange_targets(state):
    """Let two columns exchange their targets; answers how many steps worse that is."""
    draft = state.draft
    a, b = random_below(state, SHEET_CARDS), random_below(state, SHEET_CARDS)
    if draft.fixed[a] or draft.fixed[b] or draft.target[a] == draft.target[b]:
        return 0
    wanted, target = draft.wanted[a], draft.target[a]
    residual = draft.residual[a] + target - draft.target[b]
    other = draft.residual[b] + draft.target[b] - target
    change = (
        draft.wanted[b] * abs(residual)
        + wanted * abs(other)
        - wanted * abs(draft.residual[a])
        - draft.wanted[b] * abs(draft.residual[b])
    )
    if not accepts(state, change):
        return 0
    draft.wanted[a] = draft.wanted[b]
    draft.target[a] = draft.target[b]
    draft.residual[a] = residual
    draft.wanted[b] = wanted
    draft.target[b] = target
    draft.residual[b] = other
    return change


@unchecked_rule
def exchange_rolls(state, player):
    """Let two trios exchange their rolls, or one reorder its own, in the best order there."""
    draft, sheet = state.draft, state.options.sheet_file
    a, b = random_below(state, TRIOS), random_below(state, TRIOS)
    if fits(draft, sheet, a) and random_below(state, PATIENCE):
        return 0
    alone = a == b
    change = lift(draft, sheet, player, a, 0)
    if not alone:
        change += lift(draft, sheet, player, b, 1)
    to_a = 0 if alone else 1
    order_a = best_order(state, a, to_a)
    change += lay(draft, sheet, a, to_a, order_a, 1)
    order_b = 0
    if not alone:
        order_b = best_order(state, b, 0)
        change += lay(draft, sheet, b, 0, order_b, 1)
    exchange_rounds(player, a, b)
    if accepts(state, change) and (alone or path_holds(state, player)):
        write(draft, sheet, player, a, to_a, order_a)
        if not alone:
            write(draft, sheet, player, b, 0, order_b)
        return change
    exchange_rounds(player, a, b)
    lay(draft, sheet, a, to_a, order_a, -1)
    lay(draft, sheet, a, 0, 0, 1)
    if not alone:
        lay(draft, sheet, b, 0, order_b, -1)
        lay(draft, sheet, b, 1, 0, 1)
    return 0


@unchecked_rule
def fits(draft, sheet, trio):
    """Whether no line of a trio has a residual."""
    for position in range(DICE):
        line = draft.line[sheet.trio_fields[trio, position]]
        if draft.wanted[line] and draft.residual[line]:
            return False
    return True


@unchecked_rule
def add(draft, line, number):
    """Count a number on a line; answers how many steps worse that is."""
    before = abs(draft.residual[line])
    draft.residual[line] += number
    return draft.wanted[line] * (abs(draft.residual[line]) - before)


@unchecked_rule
def lift(draft, sheet, player, trio, hold):
    """Take a trio's numbers off the sheet; answers how many steps worse that is."""
    change = 0
    for position in range(DICE):
        field = sheet.trio_fields[trio, position]
        draft.numbers[hold, position] = player.numbers[field]
        draft.turns[hold, position] = draft.turned[field]
        change += add(draft, draft.line[field], -player.numbers[field])
    return change


@unchecked_rule
def lay(draft, sheet, trio, hold, permutation, sign):
    """Count numbers that were lifted on a trio's lines, or (sign -1) no longer."""
    change = 0
    for position in range(DICE):
        line = draft.line[sheet.trio_fields[trio, position]]
        change += add(draft, line, sign * draft.numbers[hold, PERMUTATIONS[permutation, position]])
    return change


@unchecked_rule
def best_order(state, trio, hold):
    """The best permutation of lifted numbers on a trio, one of them if there are several."""
    draft, sheet = state.draft, state.options.sheet_file
    best, least, ties = 0, 0, 0
    for permutation in range(len(PERMUTATIONS)):
        change = lay(draft, sheet, trio, hold, permutation, 1)
        lay(draft, sheet, trio, hold, permutation, -1)
        if ties == 0 or change < least:
            best, least, ties = permutation, change, 1
        elif change == least:
            ties += 1
            if random_below(state, ties) == 0:
                best = permutation
    return best


@unchecked_rule
def write(draft, sheet, player, trio, hold, permutation):
    """Write lifted numbers to a trio."""
    for position in range(DICE):
        field = sheet.trio_fields[trio, position]
        slot = PERMUTATIONS[permutation, position]
        player.numbers[field] = draft.numbers[hold, slot]
        draft.turned[field] = draft.turns[hold, slot]


@rule
def exchange_rounds(player, a, b):
    dice_round = player.filled_in[a]
    player.filled_in[a] = player.filled_in[b]
    player.filled_in[b] = dice_round


@rule
def path_holds(state, player):
    """Whether every trio was legal in its round, and I07 as announced."""
    sheet = state.options.sheet_file
    if state.insight[Insight.CENTRE_RACE]:
        completed = centre_completed(sheet, player.filled_in)
        if player.met[Insight.CENTRE_RACE] != (completed == state.centre_round):
            return False
        if completed < state.centre_round:
            return False
    if state.insight[Insight.NEIGHBOUR_PATH] or state.insight[Insight.COLOUR_CALL]:
        for trio in range(TRIOS):
            legal_trios(state, player.filled_in, player.filled_in[trio] - 1, state.mask)
            if not state.mask[TRIO + trio]:
                return False
    return True


@rule
def turn_number(state, player):
    """Turn a die over, or back (I10); answers how many steps worse that is."""
    draft = state.draft
    field = random_below(state, FIELDS)
    if other_is_changed(state, field):
        return 0
    number = player.numbers[field]
    change = add(draft, draft.line[field], flipped(number) - number)
    turn = -1 if draft.turned[field] else 1
    if not accepts(state, change + turn * TURN_WEIGHT):
        add(draft, draft.line[field], number - flipped(number))
        return 0
    player.numbers[field] = flipped(number)
    draft.turned[field] = 1 - draft.turned[field]
    return change + turn


@rule
def other_is_changed(state, field):
    """R2: whether boxes of this round were used for another number."""
    if not state.options.one_die_per_round:
        return False
    draft, sheet = state.draft, state.options.sheet_file
    for position in range(DICE):
        other = sheet.trio_fields[sheet.trio_of[field], position]
        if other != field and (draft.turned[other] or draft.steps[other]):
            return True
    return False


# --- boxes, and the hand ----------------------------------------------------------------------


@rule
def cross_boxes(state, player):
    """Make up the residuals by steps; answers whether that was possible."""
    draft = state.draft
    player.boxes = boxes_at_start(state) - steps_to_go(draft)
    for line in range(LINES):
        while draft.wanted[line] and draft.residual[line]:
            sign = -1 if draft.residual[line] > 0 else 1
            field = field_to_step(state, player, line, sign)
            if field == FIELDS:
                return False
            player.numbers[field] += sign
            draft.steps[field] += sign
            draft.residual[line] += sign
    if state.insight[Insight.UNTOUCHED] and not player.met[Insight.UNTOUCHED]:
        if player.boxes == boxes_at_start(state) and player.boxes >= 2:
            player.boxes -= 2  # one step and the same step back
    return True


@rule
def uncross_boxes(state, player):
    draft = state.draft
    for field in range(FIELDS):
        player.numbers[field] -= draft.steps[field]
        draft.residual[draft.line[field]] -= draft.steps[field]
        draft.steps[field] = 0


@rule
def field_to_step(state, player, line, sign):
    """A field of a line whose number may change by a step, or FIELDS."""
    first = random_below(state, FIELDS)
    for step in range(FIELDS):
        field = (first + step) % FIELDS
        if (
            state.draft.line[field] == line
            and may_write(state, player.numbers[field] + sign)
            and not other_is_changed(state, field)
        ):
            return field
    return FIELDS


@rule
def build_hand(state, seat, other, size):
    """Turn the sheet into a hand; answers whether that agrees with all that is known."""
    player, draft = state.players[other], state.draft
    player.hand[:] = 0
    player.hand_size = 0
    take_sheet_cards(state, player)
    for objective in range(OBJECTIVES):
        if state.insight[objective]:
            if meets(state, player, objective) != (player.met[objective] == 1):
                return False
    take_extra_cards(state, player)
    if gifts_are_exchanged(state):
        if gift_known(state, seat, other) == NO_CARD:
            player.gift = pick_gift(state, seat, other)
            if player.gift == NO_CARD:
                return False
        take(player, player.gift, -1)
        take(player, gift_got(state, other), 1)
    for rank in range(RANKS):
        take(player, rank, -player.played[rank])
        if player.hand[rank] < draft.known[rank] - player.played[rank]:
            return False
        if player.hand[rank] and player.ruled_out[rank]:
            return False
    return player.hand_size == size  # no game, but a position set up by hand, may differ


@rule
def pick_gift(state, seat, other):
    """A card that a player can have given to a third one, or NO_CARD."""
    player, got = state.players[other], gift_got(state, other)
    receiver = (other + 1) % state.num_players
    chosen, options = NO_CARD, 0
    for rank in range(RANKS):
        spare = player.hand[rank] > 0 and (
            player.hand[rank] + (rank == got) > state.draft.known[rank]
        )
        if spare and can_have_got(state, seat, receiver, rank):
            options += 1
            if random_below(state, options) == 0:
                chosen = rank
    return chosen


@rule
def can_have_got(state, seat, receiver, rank):
    """Whether a gift agrees with what its receiver has shown since."""
    player = state.players[receiver]
    if shown(state, player, rank) and adds_up(state, seat, receiver, -(rank + LOWEST), 0):
        return True
    hidden = hands_are_open(state) == 0 and player.hand_size > 0 and player.ruled_out[rank] == 0
    return hidden and adds_up(state, seat, receiver, 0, 1)


@rule
def shown(state, player, rank):
    """How many cards of a value a player has crossed out, or holds openly."""
    return player.played[rank] + (player.hand[rank] if hands_are_open(state) else 0)


@rule
def adds_up(state, seat, receiver, change, fewer):
    """Whether a player's 14 cards can add up to the dice, if it is known what it gave away.

    The cards shown add up to ``change`` more, and ``fewer`` of those in hand are of the sheet.
    """
    given = gift_known(state, seat, receiver)
    if given == NO_CARD:
        return True
    player = state.players[receiver]
    hidden = 0 if hands_are_open(state) else player.hand_size - fewer
    total, cards = given + LOWEST + change, player.hand_size
    for rank in range(RANKS):
        total += shown(state, player, rank) * (rank + LOWEST)
        cards += player.played[rank]
    extra = cards - SHEET_CARDS
    slack = boxes_at_start(state) * (FACES - 1 if state.insight[Insight.OTHER_SIDE] else 1)
    for dice_round in range(ROUNDS):
        for die in range(DICE):
            total -= state.rolls[dice_round, die]
    return (
        total + hidden * LOWEST - extra * HIGHEST <= slack
        and total + hidden * HIGHEST - extra * LOWEST >= -slack
    )


@rule
def make_do(state, seat, other, size):
    """No sheet agreed in time: keep what everybody can see, and a hand of the right size."""
    player, draft = state.players[other], state.draft
    for space in range(player.read_out):
        field = state.options.sheet_file.start_fields[space]
        player.numbers[field] = draft.start_numbers[space]
    touched = state.insight[Insight.UNTOUCHED] and not player.met[Insight.UNTOUCHED]
    player.boxes = boxes_at_start(state) - touched
    player.hand[:] = 0
    player.hand_size = 0
    take_sheet_cards(state, player)
    take_extra_cards(state, player)
    if gifts_are_exchanged(state) and gift_known(state, seat, other) == NO_CARD:
        player.gift = random_card(state, player)
    player.hand_size = 0
    for rank in range(RANKS):
        open_cards = draft.known[rank] - player.played[rank]
        spare = 0 if player.ruled_out[rank] else player.hand[rank] - player.played[rank]
        player.hand[rank] = 0
        take(player, rank, max(open_cards, spare))
    while player.hand_size > size:
        take(player, spare_card(state, player), -1)
    while player.hand_size < size:
        rank = random_below(state, RANKS)
        take(player, rank, 1 - player.ruled_out[rank])


@rule
def spare_card(state, player):
    """The rank of a card in hand that was not shown."""
    while True:
        rank = random_card(state, player)
        if player.hand[rank] + player.played[rank] > state.draft.known[rank]:
            return rank
