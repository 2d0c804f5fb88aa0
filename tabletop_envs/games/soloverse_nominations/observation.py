"""What one seat sees: all that is public, its own cards, and what it remembers of others'."""

from __future__ import annotations

from ...core.batch import SPECTATOR, seats_from
from ...core.native import rule, unchecked_rule
from ...core.spaces import InUse
from .balance import surplus
from .cards import (
    ANTI_FUN_STRENGTH,
    CARDS,
    CHAOS_CARDS,
    CHAOS_SUIT,
    COLOURED,
    COPIES,
    CORE,
    FACES,
    FIRST_TABLE_CARD,
    FIRST_TRAP,
    HAND_CARDS,
    MODULE,
    NONE,
    SPENT_CARDS,
    TABLE_CARDS,
    TRAPS,
    TYPES,
    Card,
    Module,
    suit_of,
)
from .hands import has_bit, living
from .state import (
    COUNT_SCALE,
    DECK_SCALE,
    HAND_SCALE,
    MAX_CRISIS_CARDS,
    NEWEST_TOKENS,
    NOT_YET,
    SCORE_SCALE,
    TOKEN_KINDS,
    VALUED,
    ChaosUse,
    Closed,
    CrisisRule,
    Decision,
    JackUse,
    MainPhaseChaos,
    NominationsOptions,
    Phase,
    SeenPhase,
    Work,
)
from .tricks import JACK_EXTRAS, JACK_SLOT, competes

JACK_USES = float(max(JackUse))
CLOSED_ALL = float(Closed.ALL)
HAND_SHARE = 1 / HAND_SCALE  # to multiply by: divisions are slow


@rule
def observe(state, seat, seen):
    """Write what a seat, or a spectator, sees."""
    see_course(state, seat, seen)
    for other in range(state.num_players):
        place = seats_from(state, seat, other)
        see_seat(state, other, seen.seats[place])
        see_known_hand(state, seat, other, seen.seats[place])
    see_discards(state, seen)
    see_deck(state, seen)
    if state.phase == Phase.TRICKS:
        see_tricks(state, seat, seen)
    if state.num_tokens:
        see_tokens(state, seat, seen)
    if state.depth:
        see_work(state, seat, seen)
    if seat != SPECTATOR:
        see_own(state, seat, state.players[seat], seen)
    if state.expanded:
        see_modules(state, seat, seen)


@rule
def seen_phase(state):
    if state.over:
        return SeenPhase.OVER
    if state.phase == Phase.TRICKS:
        return SeenPhase.TRICKS
    if state.phase == Phase.BID:
        return SeenPhase.BID
    if state.phase == Phase.BALANCE:
        return SeenPhase.BALANCE
    return SeenPhase.RESOLVING if state.depth else SeenPhase.CHAOS


@rule
def see_course(state, seat, seen):
    """Where the game stands, and whose turn it is."""
    seen.phase[seen_phase(state)] = 1
    if state.decision != Decision.NONE:
        if seat == state.actor:
            seen.decision[state.decision - 1] = 1
        if seat == state.actor or state.decision != Decision.COUNTER:
            seen.seats[seats_from(state, seat, state.actor)].actor = 1
    seen.round_index = state.round / state.num_rounds
    seen.round_size = state.hand_limit / HAND_SCALE
    seen.max_hand = state.max_hand / HAND_SCALE
    seen.seats[seats_from(state, seat, state.dealer)].dealer = 1
    seen.clockwise = state.direction == 1
    seen.super_colour[state.super_colour - NOT_YET] = 1
    seen.last_normal[TYPES if state.last_normal == NONE else state.last_normal - COLOURED] = 1


@rule
def see_seat(state, seat, row):
    """What everybody knows of a seat."""
    player = state.players[seat]
    row.hand_sizes = player.size * HAND_SHARE
    row.bids = (player.bid + 1) * HAND_SHARE
    row.tricks = player.tricks * HAND_SHARE
    row.totals = player.score / SCORE_SCALE
    row.face_down = player.face_down_size / COUNT_SCALE
    row.waiting = has_bit(state.waiting, seat)
    row.closed[0] = player.closed / CLOSED_ALL
    see_suits(state, player, row)


@rule
def suit_column(suit):
    """The place of a suit among those that are seen: chaos cards come first."""
    return suit + 1 if suit < CHAOS_SUIT else 0


@rule
def see_suits(state, player, row):
    """Colours that a seat did not follow, and cards that entered its hand."""
    row.suits[0].entered = player.entered[CHAOS_SUIT] * HAND_SHARE
    for colour in range(state.colours):
        seen = row.suits[1 + colour]
        seen.void = player.void[colour]
        seen.entered = player.entered[colour] * HAND_SHARE


@rule
def see_known_hand(state, viewer, seat, row):
    """Cards that a viewer knows to be in another hand: shown to all, or seen by it alone."""
    if seat != viewer and state.players[seat].num_shown:
        copy_cards(state.players[seat].shown, row.known, HAND_CARDS)
    if state.secrets and viewer != SPECTATOR:
        for card in range(HAND_CARDS):
            row.known[card] += state.known[viewer, seat, card]


@unchecked_rule
def copy_cards(counts, places, size):
    for card in range(size):
        places[card] = counts[card]


@unchecked_rule
def see_discards(state, seen):
    """The face-up discards."""
    for i in range(state.face_up_size):
        seen.face_up[state.face_up[i]] += 1


@rule
def see_deck(state, seen):
    """The spent pile, and what shows on the deck."""
    for slot in range(len(SPENT_CARDS)):
        seen.spent[slot] = state.spent[slot]
    seen.deck_size = state.deck_size / DECK_SCALE
    top = TRAPS
    if state.deck_size and state.deck[state.deck_size - 1] >= FIRST_TRAP:
        top = state.deck[state.deck_size - 1] - FIRST_TRAP
    seen.deck_top[top] = 1


@rule
def see_tricks(state, seat, seen):
    """The present trick, and the cards of earlier ones."""
    seen.led[state.led - NONE] = 1
    for turn in range(state.trick_size):
        play = state.trick[turn]
        row = seen.seats[seats_from(state, seat, play.seat)]
        if competes(state, turn):
            row.suits[suit_column(suit_of(play.card))].trick = 1
            if play.colour != NONE:
                row.suits[1 + play.colour].trick = 1
            row.trick_strength = seen_strength(play)
            row.trick_order = (turn + 1) / state.num_players
        else:
            see_replaced(play, seen.replaced_suit[0])
            seen.replaced_strength[0] = seen_strength(play)
            row.replaced[0] = 1
    see_earlier_tricks(state, seat, seen)


@rule
def see_replaced(play, suits):
    """The colour that a replaced card counts as, or has; whether it is a chaos card."""
    suits[suit_column(suit_of(play.card))] = 1
    if play.colour != NONE:
        suits[1 + play.colour] = 1


@rule
def seen_strength(play):
    """The strength of a card by itself; taxes do not change it."""
    strength = play.card % FACES if play.card < COLOURED else FACES + play.card - Card.PC
    return (strength + 1) / (ANTI_FUN_STRENGTH + 1)


@unchecked_rule
def see_earlier_tricks(state, seat, seen):
    for i in range(state.num_played):
        card = state.played_card[i]
        place = seen_place(state, seat, state.played_by[i])
        if card >= COLOURED:
            fill_first(seen.played_valued, card - Card.PC, place)
        elif seen.played[card] == 0:
            seen.played[card] = place
        else:
            fill_first(seen.played_again, card, place)


@rule
def fill_first(copies, card, place):
    """Tell of one more copy of a card who played it."""
    for copy in range(len(copies)):  # all are taken only in a field that nobody reads or blanks
        if copies[copy, card] == 0:
            copies[copy, card] = place
            return


@rule
def seen_place(state, viewer, seat):
    """A seat's place as a share of the players, from the viewer on."""
    return (seats_from(state, viewer, seat) + 1) / state.num_players


@rule
def see_tokens(state, seat, seen):
    """What lies in front of seats; the newest four of each, the newest first."""
    for token in range(state.num_tokens - 1, -1, -1):
        row = seen.seats[seats_from(state, seat, state.tokens[token, 0])]
        kind = state.tokens[token, 1]
        rank = 0
        for each in range(TOKEN_KINDS):
            rank += int(row.tokens[each])
        row.tokens[kind] += 1
        if rank < NEWEST_TOKENS:
            row.newest_tokens[kind, rank] = 1
            row.newest_tokens[TOKEN_KINDS, rank] = seen_place(state, seat, state.tokens[token, 2])


@rule
def see_work(state, seat, seen):
    """The card in resolution, and what has still to be done for it."""
    first = state.frames[0]
    seen.seats[seats_from(state, seat, first.seat)].resolving_user = 1
    if first.work == Work.USE:
        seen.resolving_type[first.acts - COLOURED] = 1
        if first.acts == Card.DCOL and first.colour != NONE:
            seen.resolving_colour[first.colour] = 1
        for other in range(state.num_players):
            if has_bit(first.shields, other):
                seen.seats[seats_from(state, seat, other)].resolving_target = 1
    elif first.card >= FIRST_TABLE_CARD:
        seen.resolving_table_card[first.card - FIRST_TABLE_CARD] = 1
        if first.acts >= FIRST_TABLE_CARD:
            seen.resolving_table_card[first.acts - FIRST_TABLE_CARD] = 1
    if first.target != NONE:
        seen.seats[seats_from(state, seat, first.target)].resolving_target = 1
    for frame in state.frames[: state.depth]:
        if frame.work == Work.DRAW:
            seen.owed += frame.left / COUNT_SCALE
        elif frame.work == Work.TRAP:
            seen.resolving_trap[frame.card - FIRST_TRAP] = 1
        elif frame.work == Work.DISCARD or frame.work == Work.TRADE:
            seen.to_discard += frame.left / COUNT_SCALE


@rule
def see_own(state, seat, player, seen):
    """A seat's own cards, what it discarded face down, and its memory of pools."""
    copy_cards(player.hand, seen.hand, HAND_CARDS)
    if player.face_down_size:
        copy_cards(player.face_down, seen.own_face_down, CHAOS_CARDS)
    if state.num_pooled:
        copy_cards(player.pooled, seen.pooled, HAND_CARDS)
    if state.phase == Phase.BALANCE and not state.over:
        seen.to_discard = surplus(state, seat) / COUNT_SCALE


# --- modules ---------------------------------------------------------------------------------


@rule
def see_modules(state, seat, seen):
    """What only the modules bring to the table; all of it is public."""
    for slot in range(TABLE_CARDS):
        if state.owner[slot] != NONE:
            seen.seats[seats_from(state, seat, state.owner[slot])].table[slot] = 1
        seen.table_used[slot] = state.used[slot] > 0
    seen.table_used[JACK_SLOT] = state.used[JACK_SLOT] / JACK_USES
    seen.lead_swapped[0] = state.lead_swaps
    seen.extras[0] = state.extras / JACK_EXTRAS
    seen.recycle[0] = state.recycle
    if state.chaos_start != NONE:
        seen.seats[seats_from(state, seat, state.chaos_start)].chaos_start[0] = 1
    for i in range(2):
        if state.last_pair[i] != NONE:
            seen.seats[seats_from(state, seat, state.last_pair[i])].last_pair[0] = 1
    for other in range(state.num_players):
        see_module_seat(state, other, seen.seats[seats_from(state, seat, other)])
    for i in range(CHAOS_CARDS):
        seen.removed[0, i] = state.removed[i]
    for i in range(state.aside_size):
        seen.aside[0, state.aside[i] - COLOURED] += 1
    if state.options.modules[Module.CORE_EXTENSION]:
        see_newest(state, seen)


@rule
def see_newest(state, seen):
    """The face-up discards that Recycle would put into the deck, in order."""
    for i in range(state.face_up_size // 2):
        card = state.face_up[state.face_up_size - 1 - i]
        seen.face_up_newest[i] = (card + 1) / CARDS


@rule
def see_module_seat(state, seat, row):
    player = state.players[seat]
    row.taxed[0] = has_bit(state.taxed, seat)
    row.crisis[0] = player.crisis / COUNT_SCALE
    row.living[0] = living(state, seat)
    if player.guess != NONE:
        row.guesses[0, suit_column(player.guess)] = 1
    for i in range(2):
        row.commits[0] += player.commits[i] != NONE


# --- what of it exists -----------------------------------------------------------------------

BASE_DECISIONS = list(range(Decision.CHAOS_PLAY, Decision.NAME_TYPE))
DECISIONS_OF_MODULE = {
    "core_extension": [
        Decision.NAME_TYPE,
        Decision.GUESS,
        Decision.NAME_NUMBER,
        Decision.COMMIT,
        Decision.YES_NO,
    ],
    "singularity": [Decision.GIVE, Decision.YES_NO, Decision.POWER],
    "oblivion": [
        Decision.YES_NO,
        Decision.POWER,
        Decision.EXTRA,
        Decision.TAXES,
        Decision.DEATH,
    ],
}

SHOWS_COLOURED = {"core_extension", "oblivion", "singularity"}
"""Modules by which a coloured card in a hand is known to others; Scavenger takes chaos cards."""


def in_game(card: int, options: NominationsOptions, colours: int) -> bool:
    """Whether copies of a card can be in a game."""
    if card < COLOURED:
        return card < colours * FACES
    if Card.TD0 <= card <= Card.TD12 and card - Card.TD0 >= colours:
        return False
    module = MODULE[card]
    return module == CORE or Module(module).name.lower() in options.modules


def copies_of(card: int, options: NominationsOptions, num_players: int) -> int:
    """How many copies of a card that can be in a game it has at most."""
    if card < COLOURED:
        return options.copies_per_card
    if card == Card.CRISIS:
        return min(num_players + 1, MAX_CRISIS_CARDS)
    boosted = "core_booster" in options.modules and MODULE[card] in (CORE, Module.CORE_EXTENSION)
    return int(COPIES[card]) + boosted


def axes_in_use(options: NominationsOptions, num_players: int) -> InUse:
    """How much of each axis of the observation exists."""
    colours = options.num_colours or num_players
    modules = options.modules
    cards = [card for card in range(CARDS) if in_game(card, options, colours)]
    types = [card - COLOURED for card in cards if COLOURED <= card < FIRST_TABLE_CARD]
    rounds = len(options.round_sequence or ()) or 2 * options.max_hand - 1
    most = sum(copies_of(card, options, num_players) for card in cards)
    traps = [card - FIRST_TRAP for card in cards if card >= FIRST_TRAP]
    decisions = {int(d) for module in modules for d in DECISIONS_OF_MODULE.get(module, [])}
    has_table_cards = "oblivion" in modules or "singularity" in modules
    may_pass = options.chaos_use == ChaosUse.MAY_PASS.name.lower()
    goes_aside = any(card >= Card.ARMS and card != Card.CRISIS for card in cards)
    shows_coloured = not SHOWS_COLOURED.isdisjoint(modules)
    valued = options.main_phase_chaos == MainPhaseChaos.VALUED.name.lower()
    return {
        "seat": num_players,
        "round": rounds,
        "colour": colours,
        "suit": colours + 1,
        "super_colour": colours + 2,
        "led": colours + 1,
        "card": [card for card in cards if card < HAND_CARDS],
        "known_card": [
            card for card in cards if card < HAND_CARDS and (card >= COLOURED or shows_coloured)
        ],
        "coloured_card": colours * FACES,
        "valued_card": VALUED if valued else 0,
        "copy": options.copies_per_card - 1,
        "pile_card": cards,
        "type": types,
        "type_or_none": [*types, TYPES],
        "trap": traps,
        "trap_or_none": [*traps, TRAPS],
        "chaos_card": [card - COLOURED for card in cards if card >= COLOURED],
        "decision": [d - 1 for d in [*BASE_DECISIONS, *sorted(decisions)]],
        "spent_card": [slot for slot, card in enumerate(SPENT_CARDS) if card in cards],
        "table_card": [c - FIRST_TABLE_CARD for c in cards if FIRST_TABLE_CARD <= c < FIRST_TRAP],
        "newest": most // 2 if "core_extension" in modules else 0,
        "passing": int(may_pass or has_table_cards),
        "oblivion": int("oblivion" in modules),
        "crisis": int("crisis" in modules),
        "survival": int(
            "crisis" in modules and options.crisis_rule == CrisisRule.SURVIVAL.name.lower()
        ),
        "extension": int("core_extension" in modules),
        "doomsday": int("doomsday" in modules),
        "aside": int(goes_aside),
    }
