"""NOSEDIVE in words: the table as a seat sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .cards import CARD_NAMES, FACES, SPACE_NAMES, TOPICS, Face, quality_of, topic_of
from .experience import is_rating, offer_size, ratings_shown
from .state import NOBODY, NONE, NUM_ROUNDS, SCORE_UNIT, Decision

TASKS = {
    Decision.FLIP: "flip a pile's first card",
    Decision.MOVE: "move",
    Decision.TOLL: "pay a card to player {target}",
    Decision.PLACE_CARD: "choose a card to place face {face}",
    Decision.PLACE_PILE: "choose a pile for a card face {face}",
    Decision.PICK: "pick a pile",
    Decision.GIVE: "give an experience to player {target}",
    Decision.RATE_MOST: "rate an experience MOST",
    Decision.RATE_LEAST: "rate an experience LEAST",
}


def describe(state: Any, viewer: int | None) -> str:
    """The table in words; ``viewer`` None sees everything, -1 what everybody knows."""
    lines = [headline(state), ""]
    open_piles = [index for index in range(state.num_players) if not state.piles[index].taken]
    lines += [pile(state, index, viewer) for index in open_piles]
    lines += [""] if open_piles else []
    for seat in range(state.num_players):
        lines += player(state, seat, viewer)
    lines += ["", *ratings(state)] if any_ratings(state) else []
    if is_rating(state):
        lines += ["", open_list(state, viewer)]
    if not state.over:
        lines += ["", f"player {state.actor} to {task(state)}"]
    return "\n".join(lines)


def knows(viewer: int | None, seat: int) -> bool:
    """Whether the viewer knows what only that seat knows."""
    return viewer is None or viewer == seat


def headline(state: Any) -> str:
    where = "the end" if state.over else f"round {state.round + 1} of {NUM_ROUNDS}"
    if Decision.MOVE <= state.decision <= Decision.PLACE_PILE:
        where += f", cycle {state.cycle + 1}"
    return (
        f"NOSEDIVE, {where}, Influencer: player {state.influencer}, deck: {state.deck_size}, "
        f"Bonus tokens: {state.face_up} face up and {state.face_down} face down, "
        f"Double Damage discarded: {state.discarded}"
    )


def count_words(counts: Sequence[int]) -> str:
    """Cards by type, as in ``home 3, 2x lose one``."""
    words = [
        f"{count}x {name}" if count > 1 else name
        for name, count in zip(CARD_NAMES, counts, strict=True)
        if count
    ]
    return ", ".join(words) or "none"


def kind_word(kind: int) -> str:
    return f"{TOPICS[topic_of(kind)]} {quality_of(kind):+d}"


def score_word(score: int) -> str:
    return f"{score / SCORE_UNIT:.3f}"


def pile(state: Any, index: int, viewer: int | None) -> str:
    own = state.piles[index]
    parts = [f"face up: {count_words(own.up)}"]
    parts += [
        f"{own.up_by[seat]} face up by player {seat}"
        for seat in range(state.num_players)
        if own.up_by[seat]
    ]
    for seat in range(state.num_players):
        if own.down_by[seat]:
            what = f" ({count_words(own.down[seat])})" if knows(viewer, seat) else ""
            parts.append(f"{own.down_by[seat]} face down by player {seat}{what}")
    if index == state.used_pile:
        parts.append("used in this turn")
    return f"pile {index}: {'; '.join(parts)}"


def player(state: Any, seat: int, viewer: int | None) -> list[str]:
    """What everybody knows of a player, and what the viewer knows besides."""
    own = state.players[seat]
    line = f"player {seat}: score {score_word(state.scores[seat])}, {SPACE_NAMES[own.pawn]}"
    line += f", {own.hand_size} cards"
    line += f" ({count_words(own.hand)})" if knows(viewer, seat) else ""
    line += ", Bonus token" if own.bonus else ""
    if state.dd_count[seat]:
        stacked = f"{state.dd_count[seat]}x " if state.options.dd_stacks else ""
        line += f", {stacked}Double Damage"
    lines = [line, f"  collected: {count_words(own.collection)}"]
    if any(own.shown):
        lines.append(f"  has put face up: {count_words(own.shown)}")
    lines += tolls(state, seat, viewer)
    if knows(viewer, seat):
        lines += private(state, seat)
    return lines


def tolls(state: Any, seat: int, viewer: int | None) -> list[str]:
    """What a player paid to the others so far."""
    words = []
    for other in range(state.num_players):
        count = state.toll_count[seat, other]
        if count:
            known = knows(viewer, seat) or knows(viewer, other)
            what = count_words(state.tolls[seat, other]) if known else f"{count} cards"
            words.append(f"{what} to player {other}")
    return [f"  paid: {'; '.join(words)}"] if words else []


def private(state: Any, seat: int) -> list[str]:
    """Taste, offer, and a card on its way to a pile."""
    own = state.players[seat]
    taste = ", ".join(f"{topic} {own.taste[i]:+d}" for i, topic in enumerate(TOPICS))
    lines = [f"  taste: {taste}"]
    if state.decision >= Decision.GIVE and not state.over:
        words = []
        for slot in range(offer_size(state, seat)):
            to = own.recipient[slot]
            given = f" (to player {to})" if to != NOBODY else ""
            words.append(f"{slot}: {kind_word(own.offer[slot])}{given}")
        lines.append(f"  offer: {'; '.join(words)}")
    if state.pending_card != NONE and state.actor == seat:
        lines.append(f"  about to place: {CARD_NAMES[state.pending_card]}")
    return lines


def any_ratings(state: Any) -> bool:
    return state.round > 0 or ratings_shown(state, state.round) > 0


def ratings(state: Any) -> list[str]:
    """Who gave what to whom, as far as it is public."""
    lines = []
    for round_ in range(state.round + 1):
        for turn in range(ratings_shown(state, round_)):
            rater = (state.influencer + turn) % state.num_players
            words = []
            for giver in range(state.num_players):
                if giver != rater:
                    word = f"{kind_word(state.gifts[round_, rater, giver])} from player {giver}"
                    word += " (MOST)" if state.most[round_, rater] == giver else ""
                    word += " (LEAST)" if state.least[round_, rater] == giver else ""
                    words.append(word)
            lines.append(f"round {round_ + 1}, player {rater} got: {'; '.join(words)}")
    return lines


def open_list(state: Any, viewer: int | None) -> str:
    """What the rater got; givers are shown only to who sees everything."""
    words = []
    for slot in range(state.num_players - 1):
        word = f"{slot}: {kind_word(state.list_kind[slot])}"
        word += f" from player {state.list_giver[slot]}" if viewer is None else ""
        word += " (MOST)" if slot == state.most_slot else ""
        words.append(word)
    return f"player {state.actor} got: {'; '.join(words)}"


def task(state: Any) -> str:
    """What the seat to act is asked for."""
    placing = state.decision in (Decision.PLACE_CARD, Decision.PLACE_PILE)
    face = FACES[state.players[state.actor].pawn, state.placed] if placing else Face.UP
    return TASKS[state.decision].format(target=state.target, face=Face(face).name.lower())
