"""Scripted players of NOSEDIVE, weak to strong. All of them decide from what their seat sees.

``weak`` plays at random, but picks good piles and gives good experiences to high scorers.
``medium`` also moves, pays and places with a purpose. ``strong`` weighs what a card or a pile
is worth to it, believes in tastes as far as ratings show them, and rates to its advantage.
Numbers here are judgements, tuned by playing the bots against each other.
"""

from math import exp

import numpy as np

from ...core.bots import Bot
from ...core.native import rule
from ...core.rng import random_below
from .cards import (
    CATEGORIES,
    DOUBLE_DAMAGE,
    DRAWS,
    FACES,
    LIKINGS,
    LOSE_ONE,
    MAX_LIKING,
    MAX_QUALITY,
    MAX_STARS,
    NUM_CARDS,
    NUM_SPACES,
    NUM_TASTES,
    NUM_TOPICS,
    PLACES,
    STAR_CARDS,
    TASTES,
    Face,
    Space,
    category_of,
    copies_of,
    stars_of,
)
from .scoring import SET_POINTS, weight_of
from .state import (
    CARD,
    GIVE,
    HAND_UNIT,
    HISTORY_LEAST,
    HISTORY_MOST,
    MAX_OFFER,
    MAX_PLAYERS,
    MAX_SCORE,
    MOVE,
    NUM_CYCLES,
    NUM_ROUNDS,
    PILE,
    PILE_DOWN,
    PILE_DOWN_BY,
    PILE_UP,
    PLACED_UNIT,
    PRESENT,
    QUALITY,
    QUALITY_UNIT,
    RATE,
    SCORE_UNIT,
    TOPIC,
    Decision,
)

# --- reading an observation ------------------------------------------------------------------


@rule
def place_of_one(row):
    """Where a one-hot row has its 1; 0 in an empty row."""
    for place in range(len(row)):
        if row[place] > 0:
            return place
    return 0


@rule
def whole(number):
    """The nearest integer."""
    return int(np.floor(number + 0.5))


@rule
def count_of(table, card, share):
    """How many cards a share of a type's copies is."""
    return whole(share * copies_of(table.options, card))


@rule
def score_of(seen, place):
    return whole(seen.players[place].score * MAX_SCORE)


@rule
def in_hand(seen, table, card):
    return count_of(table, card, seen.hand[card])


@rule
def hand_size(seen, place):
    return whole(seen.players[place].hand_size * HAND_UNIT)


@rule
def quality_in(row):
    """The quality in a row of the offer, the list or the history."""
    return whole(row[QUALITY] * QUALITY_UNIT)


@rule
def topic_in(row):
    return place_of_one(row[TOPIC:QUALITY])


@rule
def picks_before(seen, table, place):
    """How many seats pick a pile before another one: those with a lower score."""
    count = 0
    for other in range(table.num_players):
        count += seen.players[other].score < seen.players[place].score
    return count


@rule
def random_action(mask, table):
    """One of the legal actions at random."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            count += 1
    rank = random_below(table, count)
    for action in range(len(mask)):
        if mask[action]:
            if rank == 0:
                return action
            rank -= 1
    return 0


# --- weak ------------------------------------------------------------------------------------

DOUBLE_DAMAGE_COST = 3


@rule
def face_value(card, limit):
    """What a card that lies face up is worth to a seat with that Social Score."""
    if card == DOUBLE_DAMAGE:
        return -DOUBLE_DAMAGE_COST
    if card == LOSE_ONE:
        return -1
    return stars_of(card) if stars_of(card) * SCORE_UNIT <= limit else 0


@rule
def face_up_value(seen, table, pile, limit):
    value = 0
    for card in range(NUM_CARDS):
        count = count_of(table, card, seen.piles[pile, PILE_UP + card])
        value += count * face_value(card, limit)
    return value


@rule
def pick_by_faces(seen, mask, table):
    """The pile with the greatest face-up value; the first of equal ones."""
    limit = score_of(seen, 0)
    best, highest = -1, 0
    for pile in range(table.num_players):
        if mask[PILE + pile]:
            value = face_up_value(seen, table, pile, limit)
            if best < 0 or value > highest:
                best, highest = pile, value
    return PILE + best


@rule
def give_by_quality(seen, mask, table):
    """The best quality to the highest scorer, the next to the next: the worst is kept back."""
    target = place_of_one(seen.target)
    rank = 0  # how many of the receivers still to come stand above this one
    for other in range(target + 1, table.num_players):
        rank += seen.players[other].score > seen.players[target].score
    for slot in range(MAX_OFFER):
        if mask[GIVE + slot] and better_slots(seen, mask, slot) == rank:
            return GIVE + slot
    return GIVE


@rule
def better_slots(seen, mask, slot):
    """How many kinds left in the offer are of better quality; the first of equal ones is."""
    quality, better = seen.offer[slot, QUALITY], 0
    for other in range(MAX_OFFER):
        if mask[GIVE + other]:
            above = seen.offer[other, QUALITY] > quality
            better += above or (seen.offer[other, QUALITY] == quality and other < slot)
    return better


@rule
def weak(seen, mask, table):
    decision = place_of_one(seen.kind)
    if decision == Decision.PICK:
        return pick_by_faces(seen, mask, table)
    if decision == Decision.GIVE:
        return give_by_quality(seen, mask, table)
    return random_action(mask, table)


# --- medium ----------------------------------------------------------------------------------

SCORE_HOPE = 300  # how much higher the Social Score is hoped to be when cards count
SMALL_HAND = 3
TOLL, JUNK_TOLL = 1.5, 0.3  # what paying a card costs, in the measure of the table of spaces


@rule
def is_junk(card):
    return card >= STAR_CARDS


@rule
def use_of(card, limit):
    """How much one likes to have a card on one's own pile: junk least, then lost stars."""
    value = face_value(card, limit)
    if value == 0:
        return -stars_of(card) / MAX_STARS / 2
    return value


@rule
def picks_first(seen, table):
    return picks_before(seen, table, 0) == 0


@rule
def count_junk(seen, table):
    return in_hand(seen, table, DOUBLE_DAMAGE) + in_hand(seen, table, LOSE_ONE)


@rule
def count_good(seen, table, limit):
    """Cards in hand whose stars are likely to count."""
    count = 0
    for card in range(STAR_CARDS):
        if face_value(card, limit) > 0:
            count += in_hand(seen, table, card)
    return count


@rule
def tolls_on(seen, table, space):
    """How many cards entering a space costs."""
    tolls = 0
    if space != Space.HOME:
        for other in range(1, table.num_players):
            tolls += seen.players[other].pawn[space] > 0
    return tolls


@rule
def value_by_table(seen, table, space, limit):
    """What a space is good for, by rule of thumb."""
    first, junk = picks_first(seen, table), count_junk(seen, table) > 0
    good, hand = count_good(seen, table, limit), hand_size(seen, 0)
    if space == Space.PLUS_EXP:
        return 3.3
    if space == Space.DRAW2:
        return 4.0 if hand < SMALL_HAND else 1.5
    if space == Space.UP2:
        return 3.0 if first and good >= 2 else 0.5
    if space == Space.UP1_DOWN1:
        return 3.5 if good and junk else 0.5
    if space == Space.DOWN1:
        return 3.0 if (junk if first else good) else 0.5
    if space == Space.DRAW1_UP1:
        return 3.2 if (good if first else junk) else 1.0
    return 1.0


@rule
def move_by_table(seen, mask, table, limit):
    best, highest = -1, 0.0
    for space in range(NUM_SPACES):
        if mask[MOVE + space]:
            tolls = tolls_on(seen, table, space)
            free = min(tolls, count_junk(seen, table))
            value = (
                value_by_table(seen, table, space, limit) - TOLL * (tolls - free) - JUNK_TOLL * free
            )
            if best < 0 or value > highest:
                best, highest = space, value
    return MOVE + best


@rule
def least_useful(seen, mask, limit):
    """The card in hand to part with first: Lose One, Double Damage, stars that are lost."""
    if mask[CARD + LOSE_ONE]:
        return CARD + LOSE_ONE
    if mask[CARD + DOUBLE_DAMAGE]:
        return CARD + DOUBLE_DAMAGE
    best, lowest = -1, 0.0
    for card in range(STAR_CARDS):
        if mask[CARD + card] and (best < 0 or use_of(card, limit) < lowest):
            best, lowest = card, use_of(card, limit)
    return CARD + best


@rule
def most_useful(mask, limit):
    best, highest = -1, 0.0
    for card in range(NUM_CARDS):
        if mask[CARD + card] and (best < 0 or use_of(card, limit) > highest):
            best, highest = card, use_of(card, limit)
    return CARD + best


@rule
def builds(seen, table):
    """Whether a card placed now is meant for the own pile.

    The first picker builds its pile face up and spoils others face down. The others spoil what
    looks good, and hide what they want to get.
    """
    return (seen.pending_face[Face.UP] > 0) == picks_first(seen, table)


@rule
def card_to_place(seen, mask, table, limit):
    return most_useful(mask, limit) if builds(seen, table) else least_useful(seen, mask, limit)


@rule
def pile_to_place(seen, mask, table, limit):
    """Build on the pile one will get, by the looks of it, and spoil another good one."""
    before = picks_before(seen, table, 0)
    wanted = before if builds(seen, table) else int(before == 0)
    best, nearest = -1, 0
    for pile in range(table.num_players):
        if mask[PILE + pile]:
            distance = abs(rank_by_faces(seen, table, pile, limit) - wanted)
            if best < 0 or distance < nearest:
                best, nearest = pile, distance
    return PILE + best


@rule
def rank_by_faces(seen, table, pile, limit):
    """How many piles look better."""
    own, better = face_up_value(seen, table, pile, limit), 0
    for other in range(table.num_players):
        value = face_up_value(seen, table, other, limit)
        better += value > own or (value == own and other < pile)
    return better


@rule
def medium(seen, mask, table):
    decision = place_of_one(seen.kind)
    limit = score_of(seen, 0) + SCORE_HOPE
    if decision == Decision.MOVE:
        return move_by_table(seen, mask, table, limit)
    if decision == Decision.TOLL:
        return least_useful(seen, mask, limit)
    if decision == Decision.PLACE_CARD:
        return card_to_place(seen, mask, table, limit)
    if decision == Decision.PLACE_PILE:
        return pile_to_place(seen, mask, table, limit)
    return weak(seen, mask, table)


# --- strong: what cards and piles are worth --------------------------------------------------

SCORE_DRIFT = 150  # what a round is expected to add to the own Social Score
SCORE_SPREAD = 450  # by how much it varies
LOGISTIC = 1.7  # makes a logistic curve of about that spread
SET_SHARE = 0.4  # of a set's points, for a card of the category that is scarcest
HIDDEN_SHARE = 1.0  # of an average card's worth, for one face down that others placed


@rule
def updates_left(seen):
    """How often Social Scores will still change."""
    return NUM_ROUNDS - place_of_one(seen.round)


@rule
def keep_chance(seen, stars):
    """How likely the own Social Score will be high enough at the end for a card to count."""
    updates = updates_left(seen)
    expected = score_of(seen, 0) + SCORE_DRIFT * updates
    spread = SCORE_SPREAD * np.sqrt(updates)
    return 1 / (1 + exp(LOGISTIC * (stars * SCORE_UNIT - expected) / spread))


@rule
def expected_cards(seen, table, category):
    """Collected cards of a category that are likely to count."""
    count = 0.0
    for card in range(category * MAX_STARS, (category + 1) * MAX_STARS):
        copies = count_of(table, card, seen.players[0].collections[card])
        if copies:
            count += copies * keep_chance(seen, stars_of(card))
    return count


@rule
def appraise_cards(seen, table, worth):
    """Write what a card of each type on the own pile is worth."""
    home, work, social = (
        expected_cards(seen, table, 0),
        expected_cards(seen, table, 1),
        expected_cards(seen, table, 2),
    )
    scarcest = min(home, work, social)
    for card in range(STAR_CARDS):
        category = category_of(card)
        own = home if category == 0 else work if category == 1 else social
        missing = SET_SHARE * SET_POINTS if own < scarcest + 1 else 0.0
        worth[card] = (stars_of(card) + missing) * keep_chance(seen, stars_of(card))
    worth[DOUBLE_DAMAGE] = -DOUBLE_DAMAGE_COST
    worth[LOSE_ONE] = -1.0


@rule
def mean_worth(worth):
    total = 0.0
    for card in range(STAR_CARDS):
        total += worth[card]
    return total / STAR_CARDS


@rule
def known_worth(seen, table, pile, worth):
    """What a pile is worth by what the seat knows of it, and an average for the rest."""
    value = 0.0
    for card in range(NUM_CARDS):
        up = count_of(table, card, seen.piles[pile, PILE_UP + card])
        down = count_of(table, card, seen.piles[pile, PILE_DOWN + card])
        value += (up + down) * worth[card]
    hidden = 0.0
    for other in range(1, table.num_players):
        hidden += seen.piles[pile, PILE_DOWN_BY + other] * PLACED_UNIT
    return value + hidden * HIDDEN_SHARE * mean_worth(worth)


@rule
def look_of_card(seen, table, card):
    """How a card face up looks to the seats that pick before this one, on average."""
    before = picks_before(seen, table, 0)
    total = 0.0
    for other in range(1, table.num_players):
        if seen.players[other].score < seen.players[0].score:
            total += face_value(card, score_of(seen, other))
    return total / max(before, 1)


@rule
def appraise_looks(seen, table, looks):
    for card in range(NUM_CARDS):
        looks[card] = look_of_card(seen, table, card)


@rule
def look_of_pile(seen, table, pile, looks):
    value = 0.0
    for card in range(NUM_CARDS):
        value += count_of(table, card, seen.piles[pile, PILE_UP + card]) * looks[card]
    return value


# --- strong: how the picking of piles will end -----------------------------------------------

IMPOSSIBLE = 1e9  # worse than any value by as much as matters
OTHERS_SHARE = 0.8  # how much one point for all others together weighs against an own one


@rule
def outcome(known, look, before, count):
    """What the own pile will be worth, less a share of what the others get.

    The seats that pick before take the best looking piles, then this one takes the best.
    """
    best, total = -IMPOSSIBLE, 0.0
    for pile in range(count):
        better = 0
        for other in range(count):
            above = look[other] > look[pile] or (look[other] == look[pile] and other < pile)
            better += above
        total += known[pile]
        if better >= before:
            best = max(best, known[pile])
    return best - OTHERS_SHARE * (total - best) / (count - 1)


@rule
def outcome_with(known, look, before, count, pile, worth, look_gain):
    """The outcome if a card comes to a pile."""
    known[pile] += worth
    look[pile] += look_gain
    value = outcome(known, look, before, count)
    known[pile] -= worth
    look[pile] -= look_gain
    return value


# --- strong: the Lifestyle phase -------------------------------------------------------------

HOLD_SHARE = 0.3  # of a card's worth, for keeping it in hand
HOLD_JUNK = 0.4
TOLL_COST = 0.3  # for what the receiver gets, besides the loss
DRAW_WORTH = 0.9
TOKEN_WORTH = 2.5
FULL_HAND = 6  # from here on a draw is worth
LEAST_DRAW_SHARE = 0.2  # this share of DRAW_WORTH


@rule
def turns_left(seen):
    """Own turns after this one."""
    return updates_left(seen) * NUM_CYCLES - 1 - place_of_one(seen.cycle)


@rule
def hold_worth(seen, card, worth):
    """What a card is worth in hand: nothing after the last turn."""
    if turns_left(seen) == 0:
        return 0.0
    return HOLD_JUNK if is_junk(card) else HOLD_SHARE * worth[card]


@rule
def best_pile(mask, known, look, before, count, gain, shine):
    """Where to put a card that adds so much worth and looks to a pile."""
    best, highest = -1, 0.0
    for pile in range(count):
        if mask[PILE + pile]:
            value = outcome_with(known, look, before, count, pile, gain, shine)
            if best < 0 or value > highest:
                best, highest = pile, value
    return best


@rule
def best_placement(seen, table, worth, looks, known, look, face, barred):
    """The card and pile that improve the outcome most, as one number, and by how much."""
    before, count = picks_before(seen, table, 0), table.num_players
    base = outcome(known, look, before, count)
    best, highest = -1, 0.0
    for card in range(NUM_CARDS):
        if in_hand(seen, table, card):
            shine = looks[card] if face == Face.UP else 0.0
            for pile in range(count):
                if pile != barred:
                    value = outcome_with(known, look, before, count, pile, worth[card], shine)
                    value -= base + hold_worth(seen, card, worth)
                    if best < 0 or value > highest:
                        best, highest = card * count + pile, value
    return best, highest


@rule
def placements_worth(seen, table, space, worth, looks, known, look):
    """What the placements of a space gain, one after the other."""
    total, barred, count = 0.0, -1, table.num_players
    first_card, first_pile, first_shine = -1, -1, 0.0
    for index in range(PLACES[space]):
        face = FACES[space, index]
        best, value = best_placement(seen, table, worth, looks, known, look, face, barred)
        if best >= 0:
            total += value
            if index == 0:
                first_card, first_pile = best // count, best % count
                first_shine = looks[first_card] if face == Face.UP else 0.0
                barred = first_pile
                known[first_pile] += worth[first_card]
                look[first_pile] += first_shine
    if first_pile >= 0:
        known[first_pile] -= worth[first_card]
        look[first_pile] -= first_shine
    return total


@rule
def move_by_worth(seen, mask, table, worth, looks, known, look):
    best, highest = -1, 0.0
    hand, turns = hand_size(seen, 0), turns_left(seen)
    for space in range(NUM_SPACES):
        if mask[MOVE + space]:
            tolls = tolls_on(seen, table, space)
            value = placements_worth(seen, table, space, worth, looks, known, look)
            value -= tolls * TOLL_COST + lost_to_tolls(seen, table, tolls, worth)
            if turns > 0:
                value += DRAWS[space] * DRAW_WORTH * max(1 - hand / FULL_HAND, LEAST_DRAW_SHARE)
            if space == Space.PLUS_EXP:
                value += TOKEN_WORTH
            if best < 0 or value > highest:
                best, highest = space, value
    return MOVE + best


@rule
def lost_to_tolls(seen, table, tolls, worth):
    """What the cards that one parts with first are worth in hand."""
    lost, left = 0.0, tolls
    free = min(left, count_junk(seen, table))
    lost += free * HOLD_JUNK
    left -= free
    for stars in range(1, MAX_STARS + 1):
        for category in range(len(CATEGORIES)):
            card = category * MAX_STARS + stars - 1
            paid = min(left, in_hand(seen, table, card))
            lost += paid * hold_worth(seen, card, worth)
            left -= paid
    return lost


@rule
def place_by_worth(seen, table, worth, looks, known, look):
    face = Face.UP if seen.pending_face[Face.UP] > 0 else Face.DOWN
    barred = place_of_one(seen.used_pile) if has_one(seen.used_pile) else -1
    best, _ = best_placement(seen, table, worth, looks, known, look, face, barred)
    return CARD + best // table.num_players


@rule
def has_one(row):
    for value in row:
        if value > 0:
            return True
    return False


@rule
def pile_by_worth(seen, mask, table, worth, looks, known, look):
    card = place_of_one(seen.pending_card)
    shine = looks[card] if seen.pending_face[Face.UP] > 0 else 0.0
    before, count = picks_before(seen, table, 0), table.num_players
    return PILE + best_pile(mask, known, look, before, count, worth[card], shine)


@rule
def flip_by_worth(seen, mask, table, worth, looks, known, look):
    """Show the card that makes the others leave the best to this seat."""
    before, count = picks_before(seen, table, 0), table.num_players
    best, highest = -1, 0.0
    for pile in range(count):
        if mask[PILE + pile]:
            shine = 0.0
            for card in range(NUM_CARDS):
                if seen.piles[pile, PILE_DOWN + card] > 0:
                    shine = looks[card]
            value = outcome_with(known, look, before, count, pile, 0.0, shine)
            if best < 0 or value > highest:
                best, highest = pile, value
    return PILE + best


@rule
def pick_by_worth(seen, mask, table, worth):
    """The pile that is worth most; worth minds which sets are still incomplete."""
    best, highest = -1, 0.0
    for pile in range(table.num_players):
        if mask[PILE + pile]:
            value = known_worth(seen, table, pile, worth)
            if best < 0 or value > highest:
                best, highest = pile, value
    return PILE + best


# --- strong: what is believed of tastes ------------------------------------------------------

MAX_APPEAL = MAX_QUALITY + MAX_LIKING


@rule
def read_gifts(seen, table, round_, rater, topics, qualities):
    """Write topic and quality of what a rater got from each seat; answers whether it is shown."""
    shown = False
    for giver in range(table.num_players):
        row = seen.history[round_, rater, giver]
        topics[giver] = -1
        if row[PRESENT] > 0:
            topics[giver] = topic_in(row)
            qualities[giver] = quality_in(row)
            shown = True
    return shown


@rule
def rated(seen, table, round_, rater, place):
    """The giver whose gift was rated MOST or LEAST."""
    for giver in range(table.num_players):
        if seen.history[round_, rater, giver, place] > 0:
            return giver
    return 0


@rule
def rating_chance(taste, topics, qualities, count, slack, most, least):
    """How likely somebody of that taste rates so, choosing evenly within the slack."""
    top, options = -MAX_APPEAL, 0
    for giver in range(count):
        if topics[giver] >= 0:
            top = max(top, qualities[giver] + TASTES[taste, topics[giver]])
    bottom = MAX_APPEAL
    for giver in range(count):
        if topics[giver] >= 0:
            appeal = qualities[giver] + TASTES[taste, topics[giver]]
            options += appeal >= top - slack
            if giver != most:
                bottom = min(bottom, appeal)
    if qualities[most] + TASTES[taste, topics[most]] < top - slack:
        return 0.0
    if qualities[least] + TASTES[taste, topics[least]] > bottom + slack:
        return 0.0
    low = 0
    for giver in range(count):
        if topics[giver] >= 0 and giver != most:
            low += qualities[giver] + TASTES[taste, topics[giver]] <= bottom + slack
    return 1.0 / (options * low)


@rule
def believe_taste(seen, table, rater, belief, weights, topics, qualities):
    """Write how likely each topic has each liking for a rater, after all ratings shown."""
    weights[:] = 1.0
    for round_ in range(NUM_ROUNDS):
        if read_gifts(seen, table, round_, rater, topics, qualities):
            most = rated(seen, table, round_, rater, HISTORY_MOST)
            least = rated(seen, table, round_, rater, HISTORY_LEAST)
            slack = table.options.honesty_slack
            for taste in range(NUM_TASTES):
                if weights[taste] > 0:
                    weights[taste] *= rating_chance(
                        taste, topics, qualities, table.num_players, slack, most, least
                    )
    total = 0.0
    belief[:] = 0.0
    for taste in range(NUM_TASTES):
        total += weights[taste]
        for topic in range(NUM_TOPICS):
            belief[topic, TASTES[taste, topic] + MAX_LIKING] += weights[taste]
    for topic in range(NUM_TOPICS):
        for liking in range(2 * MAX_LIKING + 1):
            belief[topic, liking] /= total


# --- strong: the Experience phase ------------------------------------------------------------

RIVAL_TILT = 0.2  # how much more often rivals give what appeals, by point of appeal
THREAT_BY_SCORE = 3.0  # what 1.000 of a rival's Social Score counts against Lifestyle points


@rule
def beat_chance(appeal, slack):
    """How likely a gift of that appeal is preferred to a rival's; within the slack evenly."""
    total, won = 0.0, 0.0
    for quality in range(-MAX_QUALITY, MAX_QUALITY + 1):
        for liking in LIKINGS:
            weight = exp(RIVAL_TILT * (quality + liking))
            total += weight
            if appeal > quality + liking + slack:
                won += weight
            elif appeal >= quality + liking - slack:
                won += weight / 2
    return won / total


@rule
def gift_value(seen, table, receiver, quality, topic, belief, beats):
    """What a gift is expected to do to the own Social Score."""
    options, score = table.options, score_of(seen, receiver)
    like = weight_of(options.like_base, options.like_rate, score)
    dislike = weight_of(options.dislike_base, options.dislike_rate, score)
    if seen.players[0].dd > 0:
        dislike *= options.dd_multiplier
    value = 0.0
    for liking in LIKINGS:
        beat = beats[quality + liking + MAX_APPEAL]
        most, least = 1.0, 1.0
        for _ in range(table.num_players - 2):
            most *= beat
            least *= 1 - beat
        value += belief[topic, liking + MAX_LIKING] * (like * most - dislike * least)
    return value


@rule
def give_by_belief(seen, mask, table):
    """The gift to the receiver asked about in the best assignment of what is left."""
    count, target = table.num_players, place_of_one(seen.target)
    beats = np.zeros(2 * MAX_APPEAL + 1)
    for appeal in range(-MAX_APPEAL, MAX_APPEAL + 1):
        beats[appeal + MAX_APPEAL] = beat_chance(appeal, table.options.honesty_slack)
    values = np.zeros((MAX_PLAYERS, MAX_OFFER))
    belief, weights = np.zeros((NUM_TOPICS, 2 * MAX_LIKING + 1)), np.zeros(NUM_TASTES)
    topics, qualities = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    for receiver in range(target, count):
        believe_taste(seen, table, receiver, belief, weights, topics, qualities)
        for slot in range(count + 1):
            row = seen.offer[slot]
            if mask[GIVE + slot]:
                values[receiver, slot] = gift_value(
                    seen, table, receiver, quality_in(row), topic_in(row), belief, beats
                )
    return GIVE + first_of_best_assignment(mask, values, target, count)


@rule
def first_of_best_assignment(mask, values, target, count):
    """The slot for ``target`` when it and the seats after it get different slots, best in sum.

    ``totals[used]`` is the best sum of the seats from the last one on, with those slots.
    """
    slots = count + 1
    totals = np.full(1 << MAX_OFFER, -IMPOSSIBLE)
    totals[0] = 0.0
    for receiver in range(count - 1, target, -1):
        for used in range((1 << slots) - 1, -1, -1):
            best = -IMPOSSIBLE
            for slot in range(slots):
                if used >> slot & 1 and mask[GIVE + slot]:
                    best = max(best, totals[used ^ (1 << slot)] + values[receiver, slot])
            totals[used] = best
    chosen, highest = -1, 0.0
    for used in range(1 << slots):
        for slot in range(slots):
            if not used >> slot & 1 and mask[GIVE + slot] and totals[used] > -IMPOSSIBLE / 2:
                value = totals[used] + values[target, slot]
                if chosen < 0 or value > highest:
                    chosen, highest = slot, value
    return chosen


@rule
def threat(seen, table, place):
    """How dangerous a rival is: its points as things are, and its Social Score."""
    score = score_of(seen, place)
    points = 0
    for card in range(NUM_CARDS):
        copies = count_of(table, card, seen.players[place].collections[card])
        points += copies * face_value(card, score + SCORE_HOPE)
    return points + THREAT_BY_SCORE * score / SCORE_UNIT


@rule
def may_have_given(seen, table, giver, slot):
    """Whether a giver has not shown that kind to another receiver in this round."""
    round_ = place_of_one(seen.round)
    for receiver in range(1, table.num_players):
        row, kind = seen.history[round_, receiver, giver], seen.list[slot]
        if row[PRESENT] > 0 and topic_in(row) == topic_in(kind):
            if quality_in(row) == quality_in(kind):
                return False
    return True


@rule
def expected_threat(seen, table, slot):
    """How dangerous the giver of a slot of the own list is, on average of who may be it."""
    total, count = 0.0, 0
    for giver in range(1, table.num_players):
        if may_have_given(seen, table, giver, slot):
            total += threat(seen, table, giver)
            count += 1
    return total / max(count, 1)


@rule
def rate_by_threat(seen, mask, table, sign):
    """Like what weak rivals may have given, dislike what strong ones may have."""
    best, highest = -1, 0.0
    for slot in range(table.num_players - 1):
        if mask[RATE + slot]:
            value = sign * expected_threat(seen, table, slot)
            if best < 0 or value > highest:
                best, highest = slot, value
    return RATE + best


@rule
def strong(seen, mask, table):
    decision = place_of_one(seen.kind)
    if decision == Decision.GIVE:
        return give_by_belief(seen, mask, table)
    if decision == Decision.RATE_MOST:
        return rate_by_threat(seen, mask, table, -1)
    if decision == Decision.RATE_LEAST:
        return rate_by_threat(seen, mask, table, 1)
    if decision == Decision.TOLL:
        return least_useful(seen, mask, score_of(seen, 0) + SCORE_HOPE)
    return strong_lifestyle(seen, mask, table, decision)


@rule
def strong_lifestyle(seen, mask, table, decision):
    worth, looks = np.zeros(NUM_CARDS), np.zeros(NUM_CARDS)
    known, look = np.zeros(MAX_PLAYERS), np.zeros(MAX_PLAYERS)
    appraise_cards(seen, table, worth)
    appraise_looks(seen, table, looks)
    for pile in range(table.num_players):
        known[pile] = known_worth(seen, table, pile, worth)
        look[pile] = look_of_pile(seen, table, pile, looks)
    if decision == Decision.MOVE:
        return move_by_worth(seen, mask, table, worth, looks, known, look)
    if decision == Decision.PLACE_CARD:
        return place_by_worth(seen, table, worth, looks, known, look)
    if decision == Decision.PLACE_PILE:
        return pile_by_worth(seen, mask, table, worth, looks, known, look)
    if decision == Decision.FLIP:
        return flip_by_worth(seen, mask, table, worth, looks, known, look)
    return pick_by_worth(seen, mask, table, worth)


BOTS = {"weak": Bot(weak), "medium": Bot(medium), "strong": Bot(strong)}
