"""The table in words."""

from __future__ import annotations

from typing import Any

from .cards import (
    ANTI_FUN_STRENGTH,
    CARD_NAMES,
    COLOUR_NAMES,
    COLOURED,
    FIRST_TABLE_CARD,
    FIRST_TRAP,
    NONE,
    SPENT_CARDS,
    TABLE_CARDS,
    Card,
)
from .state import Decision, Phase, Token, Work
from .tricks import competes

COUNTED = (Work.DRAW, Work.DISCARD, Work.TRADE)
"""Works of which everybody knows how much is left to do."""


def describe(record: Any, viewer: int | None) -> str:
    """The table as a seat sees it; ``None`` shows everything, -1 only what is public."""
    lines = [
        f"Round {min(record.round + 1, record.num_rounds)} of {record.num_rounds}, "
        f"{record.hand_limit} cards a player, {course(record, viewer)}",
        f"Super-colour: {super_colour(record)}; play runs {direction(record)}",
        f"Deck: {record.deck_size} cards{top(record)}",
        f"Discards: {cards(record.face_up[: record.face_up_size])}",
    ]
    spent = [
        card for card, count in zip(SPENT_CARDS, record.spent, strict=True) for _ in range(count)
    ]
    lines += [f"Spent: {cards(spent)}"] if spent else []
    lines += table_cards(record)
    for seat in range(record.num_players):
        lines.append(describe_seat(record, seat, viewer))
    lines += tokens(record)
    lines += work(record)
    if record.trick_size:
        lines.append(f"Trick: {trick(record)}")
    return "\n".join(lines)


def course(record: Any, viewer: int | None) -> str:
    if record.over:
        return "game over"
    words = f"dealer {record.dealer}, {Phase(record.phase).name.lower()} phase"
    if record.decision == Decision.COUNTER and viewer not in (None, record.actor):
        return words  # who is asked to counter is hidden from all others
    decision = Decision(record.decision).name.lower().replace("_", " ")
    return f"{words}, seat {record.actor} to {decision}"


def super_colour(record: Any) -> str:
    if record.super_colour < NONE:
        return "not known yet"
    return "none" if record.super_colour == NONE else COLOUR_NAMES[record.super_colour]


def direction(record: Any) -> str:
    return "clockwise" if record.direction == 1 else "anticlockwise"


def top(record: Any) -> str:
    if record.deck_size and record.deck[record.deck_size - 1] >= FIRST_TRAP:
        return f", {CARD_NAMES[record.deck[record.deck_size - 1]]} on top"
    return ""


def cards(numbers: Any) -> str:
    return ", ".join(CARD_NAMES[number] for number in numbers) or "none"


def held(counts: Any, first: int = 0) -> list[int]:
    """Card numbers from copies of each card."""
    return [first + card for card, count in enumerate(counts) for _ in range(count)]


def table_cards(record: Any) -> list[str]:
    return [
        f"{CARD_NAMES[FIRST_TABLE_CARD + slot]}: seat {record.owner[slot]}"
        + (", used" if record.used[slot] else "")
        for slot in range(TABLE_CARDS)
        if record.owner[slot] != NONE
    ]


def describe_seat(record: Any, seat: int, viewer: int | None) -> str:
    player = record.players[seat]
    parts = [f"seat {seat}: {player.score} points"]
    if player.out:
        parts.append("eliminated")
    if player.bid != NONE:
        parts.append(f"bid {player.bid}, won {player.tricks}")
    if player.crisis:
        parts.append(f"{player.crisis} Crisis")
    if viewer in (None, seat):
        parts.append(f"hand: {cards(held(player.hand))}")
    else:
        known = ", known: " + cards(known_cards(record, seat, viewer))
        parts.append(f"{player.size} cards" + (known if not known.endswith("none") else ""))
    if player.face_down_size:
        shown = cards(held(player.face_down, COLOURED)) if viewer in (None, seat) else ""
        parts.append(f"{player.face_down_size} face down{shown and ': ' + shown}")
    voids = [COLOUR_NAMES[colour] for colour, shown in enumerate(player.void) if shown]
    if voids:
        parts.append("did not follow " + ", ".join(voids))
    return "; ".join(parts)


def known_cards(record: Any, seat: int, viewer: int | None) -> list[int]:
    """Cards of another hand that a viewer knows."""
    counts = [int(count) for count in record.players[seat].shown]
    if viewer is not None and viewer >= 0:
        counts = [a + int(b) for a, b in zip(counts, record.known[viewer, seat], strict=True)]
    return held(counts)


def tokens(record: Any) -> list[str]:
    return [
        f"Token: {Token(kind).name.lower()} on seat {seat} by seat {owner}"
        for seat, kind, owner in record.tokens[: record.num_tokens].tolist()
    ]


def work(record: Any) -> list[str]:
    """What is being resolved, the first begun first."""
    lines = []
    for frame in record.frames[: record.depth]:
        words = f"seat {frame.seat}: {Work(frame.work).name.lower()}"
        if frame.card != NONE:
            words += f" {CARD_NAMES[frame.card]}"
        if frame.acts not in (frame.card, NONE):
            words += f" ({CARD_NAMES[frame.acts]})"
        if frame.acts == Card.DCOL and frame.colour != NONE:
            words += f", {COLOUR_NAMES[frame.colour]}"
        if frame.target != NONE:
            words += f", aimed at seat {frame.target}"
        shielded = [seat for seat in range(record.num_players) if frame.shields >> seat & 1]
        if shielded:
            words += f", shielded: {', '.join(map(str, shielded))}"
        if frame.left and frame.work in COUNTED:
            words += f", {frame.left} to go"
        lines.append(words)
    return lines


def trick(record: Any) -> str:
    words = []
    for place, play in enumerate(record.trick[: record.trick_size]):
        named = play.card >= COLOURED and play.colour != NONE
        taxed = play.card < COLOURED and play.strength == ANTI_FUN_STRENGTH
        words.append(
            f"seat {play.seat} {CARD_NAMES[play.card]}"
            + (f" as {COLOUR_NAMES[play.colour]}" if named else "")
            + (" as Anti-Fun" if taxed else "")
            + ("" if competes(record, place) else " (replaced)")
        )
    return ", ".join(words)
