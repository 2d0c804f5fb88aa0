"""Hand-made positions of SOLOVERSE: Nominations, in the notation of its worked examples.

Coloured cards are a letter and a face (``v0``, ``sD``), chaos cards their ids (``CD4``).
"""

from tabletop_envs.games.soloverse_nominations import game as GAME
from tabletop_envs.games.soloverse_nominations import rules, tricks
from tabletop_envs.games.soloverse_nominations.cards import COLOURED, FACES, HAND_CARDS, NONE, Card
from tabletop_envs.games.soloverse_nominations.chaos import begin_chaos
from tabletop_envs.games.soloverse_nominations.hands import discard_up, enter_unseen, put_in_deck
from tabletop_envs.games.soloverse_nominations.setup import clear_seat, clear_table
from tabletop_envs.games.soloverse_nominations.state import (
    BID_ACTION,
    COLOUR_ACTION,
    NO,
    NUMBER_ACTION,
    RECYCLE,
    SEAT_ACTION,
    TABLE_ACTION,
    YES,
    Decision,
    Phase,
)

LETTERS = "spvyto"
FACE_LETTERS = "123456789RSD0"


def card(word):
    """The number of a card."""
    if word in Card.__members__:
        return int(Card[word])
    return LETTERS.index(word[0]) * FACES + FACE_LETTERS.index(word[1])


def word(number):
    """The notation of a card."""
    if number >= COLOURED:
        return Card(number).name
    return LETTERS[number // FACES] + FACE_LETTERS[number % FACES]


def empty_table(num_players, *, dealer=0, limit=3, **options):
    """A round of five colours before anything was dealt."""
    options = {"num_colours": 5, "skip_forced": False} | options
    state = GAME.new_state(num_players, seed=1, first_dealer=dealer, **options)
    record = state.record
    clear_table(record)
    for seat in range(num_players):
        clear_seat(record.players[seat])
    record.hand_limit = limit
    record.decision = Decision.NONE
    return state


def deal(state, hands, deck="", discards=""):
    """Give seats hands, and lay out the deck, its top card first, and the face-up discards."""
    for seat, words in hands.items():
        for each in words.split():
            enter_unseen(state.record, seat, card(each))
    for each in reversed(deck.split()):
        put_in_deck(state.record, card(each))
    for each in discards.split():
        discard_up(state.record, card(each))


def chaos(num_players, hands, deck="", discards="", tables=None, **options):
    """The start of a Chaos Phase; ``tables`` are table cards by their owners."""
    state = empty_table(num_players, **options)
    deal(state, hands, deck, discards)
    own_tables(state, tables)
    begin_chaos(state.record)
    go_on(state)
    return state


def balance(num_players, hands, deck, discards="", tables=None, **options):
    """The start of a Balance Phase."""
    state = empty_table(num_players, **options)
    deal(state, hands, deck, discards)
    own_tables(state, tables)
    state.record.phase = Phase.BALANCE
    state.record.at = 1
    go_on(state)
    return state


def own_tables(state, tables):
    for name, owner in (tables or {}).items():
        state.record.owner[Card[name] - Card.BK] = owner


def trick(num_players, hands, super_colour="", leader=0, tables=None, **options):
    """The start of the tricks; the leader is to play."""
    state = empty_table(num_players, **options)
    deal(state, hands)
    record = state.record
    own_tables(state, tables)
    for seat in range(num_players):
        record.players[seat].bid = 0
    record.super_colour = LETTERS.index(super_colour) if super_colour else NONE
    record.phase = Phase.TRICKS
    record.leader = leader
    tricks.begin_trick(record)
    go_on(state)
    return state


def go_on(state):
    """Go on to the next decision, or to the end of the phase."""
    record = state.record
    phase = record.phase
    while record.decision == Decision.NONE and not record.over and record.phase == phase:
        rules.go_on(record)


def act(state, *names):
    """Decisions in turn, each legal; the table stops at the end of a phase."""
    for name in names:
        action = action_of(name)
        assert action in state.legal_actions(), (name, legal(state))
        rules.answer(state.record, action)
        go_on(state)


def action_of(name):
    """An action: a card, ``name v``, ``seat +2``, ``bid 3``, ``no``, ``yes``, ``recycle``."""
    kind, _, rest = name.partition(" ")
    if kind == "name":
        return COLOUR_ACTION + LETTERS.index(rest)
    if kind == "seat":
        return SEAT_ACTION + int(rest)
    if kind == "bid":
        return BID_ACTION + int(rest)
    if kind == "number":
        return NUMBER_ACTION + int(rest)
    if kind in ("no", "yes", "recycle"):
        return {"no": NO, "yes": YES, "recycle": RECYCLE}[kind]
    number = card(kind)
    return number if number < HAND_CARDS else TABLE_ACTION + number - HAND_CARDS


def legal(state):
    """The legal actions: cards in their notation, others by their names."""
    return {word(a) if a < HAND_CARDS else state.action_name(a) for a in state.legal_actions()}


def hand(state, seat):
    """A hand in the cards' order."""
    counts = state.record.players[seat].hand
    return [word(number) for number in range(HAND_CARDS) for _ in range(counts[number])]


def hands(state):
    return [hand(state, seat) for seat in range(state.num_players)]


def sizes(state):
    return [state.record.players[seat].size for seat in range(state.num_players)]


def deck(state):
    """The deck, its top card first."""
    record = state.record
    return [word(number) for number in reversed(record.deck[: record.deck_size].tolist())]


def discards(state):
    """The face-up discards, the oldest first."""
    record = state.record
    return [word(number) for number in record.face_up[: record.face_up_size].tolist()]


def tokens(state):
    record = state.record
    return [tuple(token) for token in record.tokens[: record.num_tokens].tolist()]


def tricks_won(state):
    return [state.record.players[seat].tricks for seat in range(state.num_players)]


def totals(state):
    return state.scores()["total"].tolist()
