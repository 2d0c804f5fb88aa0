"""Positions of Nirvana, set up by hand and told in the words of its specification."""

from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.card_phase import begin_round
from tabletop_envs.games.nirvana.cards import LOWEST, RANKS, ROUNDS, built_in, rank_of, read_sheet
from tabletop_envs.games.nirvana.dice_phase import begin_turn
from tabletop_envs.games.nirvana.hand_building import build_hands
from tabletop_envs.games.nirvana.state import Phase, TableKind

SHEET = read_sheet(built_in("sheet.csv"))
A, B, C, D = range(4)


def new_game(num_players=4, seed=0, insight=(), **options):
    """A game that asks forced decisions too, with these Insight cards in play."""
    if insight:
        options |= {"use_insight": True, "insight_ids": insight}
    return game.new_state(num_players, seed=seed, **{"skip_forced": False} | options)


def legal(state):
    """The names of the legal actions."""
    return {state.action_name(action) for action in state.legal_actions()}


def play(state, *names):
    """Take actions by their names."""
    for name in names:
        state.step(game.action_id(name))


# --- the dice phase ---------------------------------------------------------------------------


def roll(state, *dice):
    """Let the dice of this round show these numbers, before anybody decides."""
    record = state.record
    for die, number in enumerate(sorted(dice)):
        record.rolls[record.round, die] = number
    begin_turn(record, record.actor)


def put_slots(state, *numbers):
    """The deciding player's copy of the roll, as changed by boxes."""
    for slot, number in enumerate(numbers):
        state.record.slots[slot] = number


def fill(state, seat, *trios):
    """Trios that a seat filled in the first rounds; the next round begins."""
    for dice_round, trio in enumerate(trios, start=1):
        state.record.players[seat].filled_in[trio] = dice_round
    state.record.round = len(trios)


def write(state, seat, numbers):
    """Numbers on a seat's sheet, by field."""
    for field, number in numbers.items():
        state.record.players[seat].numbers[field] = number


def write_cards(state, seat, values):
    """The 14 sums on a seat's sheet, each in the first field of its card; the rest are 0."""
    first_field = {int(card): field for field, card in reversed(list(enumerate(SHEET.card_of)))}
    write(state, seat, {first_field[card]: value for card, value in enumerate(values)})


def end_dice_phase(state):
    """As if all twelve rounds were over."""
    state.record.round = ROUNDS
    build_hands(state.record)


def start_with(state, tuples):
    """The numbers on every seat's start spaces; then the start player is looked for."""
    for seat, numbers in enumerate(tuples):
        write(state, seat, dict(zip(SHEET.start_fields.tolist(), numbers, strict=True)))
    end_dice_phase(state)


# --- the card phase ---------------------------------------------------------------------------


def card_game(*hands, leader=A, insight=(), seed=0, **options):
    """The card phase from these hands; a seat with an empty hand has gone out, first come first."""
    state = new_game(len(hands), seed, insight, **options)
    record = state.record
    record.round = ROUNDS
    for seat, hand in enumerate(hands):
        put_hand(state, seat, hand)
        if not hand:
            record.placed += 1
            record.players[seat].place = record.placed
    begin_round(record, leader)
    return state


def put_hand(state, seat, values):
    player = state.record.players[seat]
    for value in values:
        player.hand[rank_of(value)] += 1
        player.hand_size += 1


def on_table(state, count, value, follower, last, kind=TableKind.SET):
    """Cards that ``last`` has played, for ``follower`` to beat."""
    record = state.record
    record.table_kind, record.table_count, record.table_rank = int(kind), count, rank_of(value)
    record.last, record.actor, record.phase = last, follower, int(Phase.FOLLOW)


def following(hand, count, value, insight=(), kind=TableKind.SET, **options):
    """Seat B holds a hand and is to follow what seat A has played."""
    state = card_game([33], hand, insight=insight, **options)
    on_table(state, count, value, follower=B, last=A, kind=kind)
    return state


def hand_of(state, seat):
    """The values in a hand, sorted."""
    hand = state.record.players[seat].hand
    return [rank + LOWEST for rank in range(RANKS) for _ in range(hand[rank])]


def places(state):
    return [state.record.players[seat].place for seat in range(state.num_players)]
