"""Hand-made positions of Streaming, in the notation of its worked examples."""

import re

import tabletop_envs as tt
from tabletop_envs.games.streaming import rules
from tabletop_envs.games.streaming.cards import GENRE_CARDS, MULTISCREEN
from tabletop_envs.games.streaming.state import (
    BID,
    DONE,
    NUM_ROUNDS,
    PROMOTE_HIGH,
    PROMOTE_TOP,
    USE_01,
    Phase,
)

GAME = tt.load("streaming")
F, D, R, S, A = range(5)
GENRES = "FDRSA"


def table(num_players=3, audience=(), holder=0, **options):
    """A fresh game; the sofa is empty unless said."""
    return GAME.new_state(num_players, seed=1, audience=audience, first_remote=holder, **options)


def face(word):
    return MULTISCREEN if word == "M" else int(word)


def card(word):
    """A card from ``"F8"`` or ``"SM"``."""
    return GENRES.index(word[0]) * GENRE_CARDS + face(word[1:]) - 1


def own(state, seat, sets):
    """Give a seat sets, as in ``"F[9,4,6] D[2,M]"``; genres not named are empty."""
    channel = state.record.channels[seat]
    for content in channel.sets:
        content.size = 0
        content.faces[:] = 0
    for letter, faces in re.findall(r"(\w)\[([^]]*)\]", sets):
        content = channel.sets[GENRES.index(letter)]
        words = faces.split(",") if faces else []
        content.size = len(words)
        for depth, word in enumerate(words):
            content.faces[depth] = face(word)


def sets_of(state, seat):
    """A seat's sets in the notation of ``own``."""
    parts = []
    for letter, content in zip(GENRES, state.record.channels[seat].sets, strict=True):
        if content.size:
            faces = [content.faces[depth] for depth in range(content.size)]
            words = ["M" if f == MULTISCREEN else str(f) for f in faces]
            parts.append(f"{letter}[{','.join(words)}]")
    return " ".join(parts)


def coins(state, *amounts):
    """Set, or without amounts tell, everybody's coins."""
    channels = state.record.channels
    for seat, amount in enumerate(amounts):
        channels[seat].coins = amount
    return tuple(channels[seat].coins for seat in range(state.num_players))


def deal(state, pair, words):
    """Let a pair of this round be two cards, as in ``"F8+F3"``."""
    record = state.record
    for slot, word in enumerate(words.split("+")):
        place = 2 * (record.round * (state.num_players + 1) + pair) + slot
        record.deck[place] = card(word)


def bid(state, *bids):
    """Everybody bids; seats that are not asked have no choice but 0."""
    auction, round_ = state.record.auction, state.record.round
    for seat, amount in enumerate(bids):
        still = (state.record.auction, state.record.round) == (auction, round_)
        if still and state.record.phase == Phase.BID and state.current_player == seat:
            state.step(BID + amount)
        else:
            assert amount == 0


def promote(state, *choices):
    """The seat to act promotes: ``"top F"``, ``"high S"``, ``"01"``, ``"done"``."""
    for choice in choices:
        state.step(promotion(choice))


def promotion(choice):
    if choice == "done":
        return DONE
    if choice == "01":
        return USE_01
    way, genre = choice.split()
    return (PROMOTE_TOP if way == "top" else PROMOTE_HIGH) + GENRES.index(genre)


def at_promotion(state, round_=0):
    """Put the table at the start of a round's promotion section."""
    record = state.record
    record.round = round_
    record.auction = state.num_players
    rules.end_auction(record)
    return state


def at_earnings(state, round_):
    """Carry out a round's earnings."""
    state.record.round = round_
    rules.earnings(state.record)


def at_end(state):
    """End the last round after its earnings."""
    state.record.round = NUM_ROUNDS - 1
    rules.end_game(state.record)
    return state


def totals(state):
    return tuple(state.scores()["total"].tolist())


def legal(state, start, count):
    """Which of a range of actions are legal, counted from 0."""
    return [a - start for a in state.legal_actions() if start <= a < start + count]
