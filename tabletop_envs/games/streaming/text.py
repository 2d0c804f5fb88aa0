"""Streaming in words: the table as a seat sees it."""

from __future__ import annotations

from typing import Any

from .cards import GENRE_NAMES, MULTISCREEN, NUM_AUDIENCE, NUM_GENRES, face_of, genre_of
from .rules import card_of, in_game, pairs_of, promoted_place, sold_card, spendable
from .state import NOBODY, NUM_ROUNDS, PairState, Phase

LETTERS = [name[0].upper() for name in GENRE_NAMES]
PAIR_WORDS = {PairState.SOLD: "sold", PairState.DISCARDED: "discarded"}


def describe(state: Any, viewer: int | None) -> str:
    """The table in words; ``viewer`` None sees everything, -1 what everybody knows."""
    lines = [headline(state), *market(state), ""]
    lines += [channel(state, seat, viewer) for seat in range(state.num_players)]
    if not state.over:
        lines.append(f"player {state.actor} to {task(state)}")
    return "\n".join(lines)


TASKS = {
    Phase.BID: "bid",
    Phase.PICK_PAIR: "pick a pair",
    Phase.PROMOTE: "promote",
    Phase.FINAL_PROMOTE: "promote once more",
}


def task(state: Any) -> str:
    """What the seat to act is asked."""
    if state.phase not in (Phase.PLACE_DOC, Phase.ORDER):
        return TASKS[state.phase]
    cards = " and ".join(placed_word(state, slot) for slot in range(2))
    if state.phase == Phase.ORDER:
        return f"say which lies on top, {cards}"
    return f"place {card_word(sold_card(state, state.asked_slot))} of {cards}"


def placed_word(state: Any, slot: int) -> str:
    """A card of the pair that is being placed, and where it goes if that is known."""
    word, target = card_word(sold_card(state, slot)), state.target[slot]
    return word if target == NOBODY else f"{word} (as {GENRE_NAMES[target]})"


def headline(state: Any) -> str:
    sofa = [f"{i:02}" for i in range(1, NUM_AUDIENCE + 1) if state.audience[i]]
    where = "the end" if state.over else f"round {state.round + 1} of {NUM_ROUNDS}"
    awards = [
        f", award {i:02}: {'open' if owner == NOBODY else f'player {owner}'}"
        for i, owner in ((6, state.award_06), (12, state.award_12))
        if state.audience[i]
    ]
    return (
        f"Streaming, {where}, audience {' '.join(sofa) or 'none'}, "
        f"remote control: player {state.holder}{''.join(awards)}"
    )


def face_word(face: int) -> str:
    return "M" if face == MULTISCREEN else str(face)


def card_word(card: int) -> str:
    return LETTERS[genre_of(card)] + face_word(face_of(card))


def market(state: Any) -> list[str]:
    """This round's pairs, front pair first, and the bids of auctions that were revealed."""
    words = []
    for pair in range(pairs_of(state)):
        cards = "+".join(card_word(card_of(state, pair, slot)) for slot in range(2))
        fate = PAIR_WORDS.get(state.pairs[pair])
        words.append(f"{cards} ({fate})" if fate else cards)
    return ["pairs: " + "  ".join(words), *auctions(state)]


def auctions(state: Any) -> list[str]:
    """The auctions of this round that were revealed, a line each."""
    lines = []
    for auction in range(pairs_of(state)):
        index = in_game(state, auction)
        logs = [state.seat_logs[seat] for seat in range(state.num_players)]
        bids = [log.bids[index] - 1 for log in logs]
        if min(bids) < 0:
            break
        winners = [f"player {seat}" for seat, log in enumerate(logs) if log.winner[index]]
        pair = state.table_log.sold_pair[index] - 1
        what = f"pair {pair}" if pair >= 0 else "a pair to be picked"
        lines.append(f"  bids {' '.join(map(str, bids))}: {what} to {(winners or ['nobody'])[0]}")
    return lines


def channel(state: Any, seat: int, viewer: int | None) -> str:
    """One player's line: coins, score, sets bottom to top, and what it promoted or committed."""
    own = state.channels[seat]
    known = viewer is None or viewer == seat
    coins = "?" if state.options.hide_coins and not known else own.coins
    sets = " ".join(
        f"{LETTERS[genre]}[{','.join(face_word(f) for f in list(content.faces)[: content.size])}]"
        for genre, content in enumerate(own.sets)
        if content.size
    )
    line = f"player {seat}: {coins} coins, score {own.scores.total}, {sets or 'no content'}"
    if own.used_01:
        line += ", 01 used"
    scored = [LETTERS[genre] for genre in range(NUM_GENRES) if own.scored[genre]]
    if scored:
        line += f", scored sets {' '.join(scored)}"
    return line + promotions(state, seat) + (pending(own) if known else "")


def promotions(state: Any, seat: int) -> str:
    """What a player promoted so far, by round, and under card 18."""
    parts = []
    log = state.seat_logs[seat].promoted
    for section in range(NUM_ROUNDS + 1):
        places = [promoted_place(section, genre) for genre in range(NUM_GENRES)]
        words = promoted_words([log[i] for i in places], [log[i + 1] for i in places])
        if words:
            name = f"in round {section + 1}" if section < NUM_ROUNDS else "under 18"
            parts.append(f"{name} {words}")
    return f", promoted {'; '.join(parts)}" if parts else ""


def promoted_words(tops: Any, highs: Any) -> str:
    words = [f"{LETTERS[g]} top {tops[g]}" for g in range(NUM_GENRES) if tops[g]]
    return ", ".join(words + [f"{LETTERS[g]} high" for g in range(NUM_GENRES) if highs[g]])


def pending(own: Any) -> str:
    """What a player committed that is not revealed."""
    parts = []
    if own.gain_01:
        parts.append(f"uses 01 for {own.gain_01}")
    if own.bid != NOBODY:
        parts.append(f"bids {own.bid}")
    if own.spent:
        words = promoted_words(own.promotion.top, own.promotion.high)
        parts.append(f"promotes {words} for {own.points} points")
    return f" ({'; '.join(parts)}; {spendable(own)} coins left)" if parts else ""
