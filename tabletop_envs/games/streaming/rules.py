"""The rules of Streaming, in the order of play: set-up, auctions, promotion, earnings, the end.

Rulings (R1 ...) and audience cards (01 ...) are those of the specification.
"""

from ...core.native import rule
from ...core.rng import random_below, shuffle
from .cards import (
    CENTRE_CARDS,
    DRAWN_FROM_CENTRE,
    FICTION_CARD,
    HIGHEST_NUMBER,
    LEFT_CARDS,
    MULTISCREEN,
    NUM_AUDIENCE,
    NUM_CARDS,
    NUM_GENRES,
    RIGHT_CARDS,
    Genre,
    face_of,
    genre_of,
)
from .state import (
    BID,
    DONE,
    MAX_PLAYERS,
    NOBODY,
    NUM_ROUNDS,
    ORDER,
    PICK_PAIR,
    PLACE_DOC,
    PROMOTE_HIGH,
    PROMOTE_TOP,
    RANDOM_SEAT,
    RANDOM_SOFA,
    ROUND_COINS,
    START_COINS,
    USE_01,
    AllPay,
    FictionSlot,
    FictionTypes,
    HighTies,
    LeaderScope,
    PairState,
    Phase,
    PromotionMode,
)

AWARD_06_CARDS = 4
AWARD_12_POINTS = 20
POINTS_09 = 2
POINTS_15 = 4
POINTS_17 = 5
COINS_02 = 2
LOWEST_VARIANT_NUMBER = 2  # the variant takes out the 1s


# --- sets of content -------------------------------------------------------------------------


@rule
def value_of(content, face):
    """What a face is worth in a set (R13)."""
    return content.size if face == MULTISCREEN else int(face)


@rule
def value_at(content, depth):
    """The value of the card ``depth`` places below the top."""
    return value_of(content, content.faces[content.size - 1 - depth])


@rule
def sum_of_values(content):
    total = 0
    for place in range(content.size):
        total += value_of(content, content.faces[place])
    return total


@rule
def highest_value(content):
    """0 for an empty set."""
    best = 0
    for place in range(content.size):
        best = max(best, value_of(content, content.faces[place]))
    return best


@rule
def lowest_value(content):
    """0 for an empty set."""
    if content.size == 0:
        return 0
    least = value_at(content, 0)
    for place in range(content.size):
        least = min(least, value_of(content, content.faces[place]))
    return least


@rule
def count_value(content, value):
    """How many cards of a set have a value."""
    count = 0
    for place in range(content.size):
        count += value_of(content, content.faces[place]) == value
    return count


@rule
def owned_types(channel):
    count = 0
    for content in channel.sets:
        count += content.size > 0
    return count


@rule
def gain(channel, points):
    """Add to the total; the caller notes which part it is."""
    channel.scores.total += points


# --- ties, and card 13 -----------------------------------------------------------------------


@rule
def favourite(state, tied):
    """The seat that card 13 lets win a tie, or NOBODY; ``tied`` has a bit for each seat.

    It is the one seat with strictly most Animation cards, at least one (R31), among all
    players or among those tied (R29).
    """
    if not state.audience[13]:
        return NOBODY
    leader, most, shared = NOBODY, 0, False
    for seat in range(state.num_players):
        if state.options.a13_scope == LeaderScope.GLOBAL or tied >> seat & 1:
            size = state.channels[seat].sets[Genre.ANIMATION].size
            if size > most:
                leader, most, shared = seat, size, False
            elif size == most:
                shared = True
    if leader == NOBODY or shared or not tied >> leader & 1:
        return NOBODY
    return leader


@rule
def break_tie(state, tied):
    """The tied seats that win: the favourite alone, or all of them."""
    leader = favourite(state, tied)
    return tied if leader == NOBODY else 1 << leader


@rule
def seats_with_most(state, genre):
    """A bit for each seat with most cards of a genre, at least one (R39)."""
    most = 1
    for channel in state.channels[: state.num_players]:
        most = max(most, channel.sets[genre].size)
    seats = 0
    for seat in range(state.num_players):
        if state.channels[seat].sets[genre].size == most:
            seats |= 1 << seat
    return seats


@rule
def seats_with_fewest(state, genre):
    """A bit for each seat with fewest cards of a genre; 0 is a count (R34)."""
    fewest = state.channels[0].sets[genre].size
    for channel in state.channels[: state.num_players]:
        fewest = min(fewest, channel.sets[genre].size)
    seats = 0
    for seat in range(state.num_players):
        if state.channels[seat].sets[genre].size == fewest:
            seats |= 1 << seat
    return seats


# --- set-up ----------------------------------------------------------------------------------


@rule
def setup(state):
    """Begin a game."""
    build_deck(state)
    shuffle(state, state.deck, state.deck_size)
    for channel in state.channels[: state.num_players]:
        channel.coins = START_COINS
        channel.bid = NOBODY
    choose_sofa(state)
    state.holder = state.options.first_remote
    if state.holder == RANDOM_SEAT:  # R41
        state.holder = random_below(state, state.num_players)
    state.award_06 = NOBODY
    state.award_12 = NOBODY
    deal_round(state)


@rule
def in_deck(face, num_players, variant):
    """How many cards of a face each genre has in the deck (R42: no variant for 5)."""
    highest = 8 if num_players == 3 else HIGHEST_NUMBER
    if face == MULTISCREEN:
        return 2 if num_players == MAX_PLAYERS else variant
    lowest = LOWEST_VARIANT_NUMBER if variant else 1
    return int(lowest <= face <= highest)


@rule
def build_deck(state):
    for card in range(NUM_CARDS):
        copies = in_deck(face_of(card), state.num_players, state.options.multiscreen_variant)
        copy = 1 if face_of(card) == MULTISCREEN and face_of(card - 1) == MULTISCREEN else 0
        if copy < copies:
            state.deck[state.deck_size] = card
            state.deck_size += 1


@rule
def choose_sofa(state):
    """Lay out the audience: as agreed, or a card from the left, two of the centre, one right."""
    if not state.options.audience[RANDOM_SOFA]:
        for audience_id in range(1, NUM_AUDIENCE + 1):
            state.audience[audience_id] = state.options.audience[audience_id]
        return
    turn_up(state, LEFT_CARDS[random_below(state, len(LEFT_CARDS))])
    fiction_in_centre = state.options.fiction_slot == FictionSlot.CENTRE
    choices = len(CENTRE_CARDS) + fiction_in_centre
    first = random_below(state, choices)
    second = random_below(state, choices - DRAWN_FROM_CENTRE + 1)
    turn_up(state, centre_card(first))
    turn_up(state, centre_card(second + (second >= first)))
    right = RIGHT_CARDS[random_below(state, len(RIGHT_CARDS) - fiction_in_centre)]
    if fiction_in_centre and right == FICTION_CARD:
        right = RIGHT_CARDS[len(RIGHT_CARDS) - 1]
    turn_up(state, right)


@rule
def centre_card(index):
    """A card of the centre; the one after the last is the Fiction card, if it may lie there."""
    return CENTRE_CARDS[index] if index < len(CENTRE_CARDS) else FICTION_CARD


@rule
def turn_up(state, card):
    """Lay an audience card on a random side."""
    state.audience[2 * card - random_below(state, 2)] = 1


# --- legal actions and their effects ----------------------------------------------------------


@rule
def legal(state, mask):
    """Mark what the seat to act may do; the mask is all zeros."""
    channel = state.channels[state.actor]
    if state.phase == Phase.BID:
        mask[BID : BID + spendable(channel) + 1] = 1  # R4, R6
        mask[USE_01] = may_use_01(state, channel)
    elif state.phase == Phase.PICK_PAIR:
        for pair in range(pairs_of(state)):
            mask[PICK_PAIR + pair] = state.pairs[pair] == PairState.ON_TABLE
    elif state.phase == Phase.PLACE_DOC:
        for genre in range(NUM_GENRES):
            mask[PLACE_DOC + genre] = may_become(state, channel, genre)
    elif state.phase == Phase.ORDER:
        forced = forced_top(state, channel)
        for slot in range(2):
            mask[ORDER + slot] = forced == NOBODY or forced == slot
    else:
        for genre in range(NUM_GENRES):
            mask[PROMOTE_TOP + genre] = may_promote_top(state, channel, genre)
            mask[PROMOTE_HIGH + genre] = may_promote_high(state, channel, genre)
        mask[USE_01] = state.phase == Phase.PROMOTE and may_use_01(state, channel)
        mask[DONE] = 1


@rule
def step(state, action):
    """Carry out a legal action of the seat to act."""
    if state.phase == Phase.BID:
        if action == USE_01:
            use_01(state.channels[state.actor])
            state.quiet = 1
        else:
            commit_bid(state, action - BID)
    elif state.phase == Phase.PICK_PAIR:
        take_pair(state, action - PICK_PAIR)
    elif state.phase == Phase.PLACE_DOC:
        state.target[state.asked_slot] = action - PLACE_DOC
        ask_placement(state, state.asked_slot + 1)
    elif state.phase == Phase.ORDER:
        place_pair(state, 1 - (action - ORDER))
    else:
        promote(state, action)
    if state.options.hide_coins:
        state.quiet = 0  # seats see different coins: what one sees cannot be turned to another


@rule
def spendable(channel):
    """Coins at hand: public ones, less what is committed, with those of a card 01 in use."""
    return channel.coins + channel.gain_01 - channel.spent


@rule
def may_use_01(state, channel):
    """Once a game, for at least one coin (R14)."""
    return (
        state.audience[1]
        and not channel.used_01
        and not channel.gain_01
        and channel.sets[Genre.REALITY].size > 0
    )


@rule
def use_01(channel):
    """A coin for each Reality card owned now (R16), at hand at once but shown later (R15)."""
    channel.gain_01 = channel.sets[Genre.REALITY].size


@rule
def show_01(channel):
    """A card 01 in use becomes public."""
    if channel.gain_01:
        channel.used_01 = 1
        channel.coins += channel.gain_01
        channel.gain_01 = 0


# --- auctions --------------------------------------------------------------------------------


@rule
def pairs_of(state):
    """How many pairs a round auctions."""
    return state.num_players + 1


@rule
def in_game(state, index):
    """The number, among all of the game, of an auction or a pair of this round."""
    return state.round * pairs_of(state) + index


@rule
def card_of(state, pair, slot):
    """One of the two cards of a pair of this round."""
    return state.deck[2 * in_game(state, pair) + slot]


@rule
def deal_round(state):
    """Lay out this round's pairs, pair 0 furthest from the deck (R8)."""
    state.auction = 0
    for pair in range(pairs_of(state)):
        state.pairs[pair] = PairState.ON_TABLE
    start_auction(state)


@rule
def start_auction(state):
    state.phase = Phase.BID
    state.acted = 0
    state.actor = 0


@rule
def commit_bid(state, bid):
    state.channels[state.actor].bid = bid
    state.acted += 1
    state.actor = state.acted
    state.quiet = 1
    if state.acted == state.num_players:
        state.quiet = 0
        reveal_bids(state)


@rule
def front_pair(state):
    """The pair on the table that is furthest from the deck."""
    pair = 0
    while state.pairs[pair] != PairState.ON_TABLE:
        pair += 1
    return pair


@rule
def reveal_bids(state):
    """Show all hands (R7); the highest bid wins a pair, or nobody wants the front one."""
    index = in_game(state, state.auction)
    highest = 0
    for seat in range(state.num_players):
        channel = state.channels[seat]
        show_01(channel)
        channel.shown_bid = channel.bid
        channel.bid = NOBODY
        highest = max(highest, channel.shown_bid)
        state.seat_logs[seat].bids[index] = channel.shown_bid + 1
    if highest == 0:  # R5, R22
        pair = front_pair(state)
        state.pairs[pair] = PairState.DISCARDED
        state.table_log.discarded[index] = 1
        state.table_log.sold_pair[index] = pair + 1
        end_auction(state)
        return
    winner = auction_winner(state, highest)
    state.seat_logs[winner].winner[index] = 1
    state.channels[winner].coins -= highest
    state.holder = winner  # R3
    state.actor = winner
    if state.audience[4] and state.round == NUM_ROUNDS - 1:
        state.phase = Phase.PICK_PAIR
    else:
        take_pair(state, front_pair(state))


@rule
def auction_winner(state, highest):
    """Of the highest bids the favourite's, else the next clockwise from the holder (R1, R2)."""
    tied = 0
    for seat in range(state.num_players):
        if state.channels[seat].shown_bid == highest:
            tied |= 1 << seat
    leader = favourite(state, tied)
    if leader != NOBODY:
        return leader
    seat = (state.holder + 1) % state.num_players
    while not tied >> seat & 1:
        seat = (seat + 1) % state.num_players
    return seat


@rule
def has_animation(state, pair):
    """Whether a card of the pair is printed Animation."""
    for slot in range(2):
        if genre_of(card_of(state, pair, slot)) == Genre.ANIMATION:
            return True
    return False


@rule
def take_pair(state, pair):
    """The winner takes a pair; under 14 an Animation card costs every bidder the bid."""
    deciding = pair
    if state.options.a04_allpay == AllPay.FRONT:  # R21
        deciding = front_pair(state)
    if state.audience[14] and has_animation(state, deciding):
        for seat in range(state.num_players):
            if seat != state.actor:  # the winner paid already (R32)
                state.channels[seat].coins -= state.channels[seat].shown_bid
    state.sold_pair = pair
    state.pairs[pair] = PairState.SOLD
    state.table_log.sold_pair[in_game(state, state.auction)] = pair + 1
    for slot in range(2):
        state.target[slot] = NOBODY
    ask_placement(state, 0)


@rule
def sold_card(state, slot):
    """A card of the pair that is being placed."""
    return card_of(state, state.sold_pair, slot)


@rule
def ask_placement(state, first_slot):
    """Ask where the Documentaries go (10), then which card lies on top, then place the pair."""
    for slot in range(first_slot, 2):
        genre = genre_of(sold_card(state, slot))
        if state.audience[10] and genre == Genre.DOCUMENTARY:
            state.phase = Phase.PLACE_DOC
            state.asked_slot = slot
            return
        state.target[slot] = genre
    if state.target[0] == state.target[1]:
        state.phase = Phase.ORDER
    else:
        place_pair(state, 0)


@rule
def may_become(state, channel, genre):
    """Whether the Documentary asked about may be of a genre from now on (10, R28)."""
    if genre == Genre.DOCUMENTARY or channel.sets[genre].size:
        return True
    return genre_of(sold_card(state, 1 - state.asked_slot)) == genre


@rule
def forced_top(state, channel):
    """The slot that must lie on top of two cards for one set, or NOBODY if either may."""
    genre = state.target[0]
    if genre != Genre.DOCUMENTARY and channel.sets[genre].size == 0:
        for slot in range(2):
            if genre_of(sold_card(state, slot)) == Genre.DOCUMENTARY:
                return slot  # the other card founds the set (R28)
    if (
        face_of(sold_card(state, 0)) == MULTISCREEN and face_of(sold_card(state, 1)) == MULTISCREEN
    ):  # R10
        return 1
    return NOBODY


@rule
def place_pair(state, first_slot):
    """Put both cards on their sets; awards are checked after each."""
    for slot in (first_slot, 1 - first_slot):
        place(state, state.target[slot], face_of(sold_card(state, slot)))
    end_auction(state)


@rule
def place(state, genre, face):
    """Put a card on top of a set of the seat to act, and give instant awards."""
    channel = state.channels[state.actor]
    content = channel.sets[genre]
    content.faces[content.size] = face
    content.size += 1
    sports = channel.sets[Genre.SPORTS]
    if state.audience[6] and state.award_06 == NOBODY and sports.size == AWARD_06_CARDS:
        state.award_06 = state.actor  # R23
        channel.scores.award_06 += sum_of_values(sports)
        gain(channel, sum_of_values(sports))
    if state.audience[12] and state.award_12 == NOBODY and owned_types(channel) == NUM_GENRES:
        state.award_12 = state.actor
        channel.scores.award_12 += AWARD_12_POINTS
        gain(channel, AWARD_12_POINTS)


@rule
def end_auction(state):
    state.auction += 1
    if state.auction < pairs_of(state):
        start_auction(state)
        return
    for channel in state.channels[: state.num_players]:
        channel.scored[:] = 0
    automatic_points(state)
    start_promotion(state, Phase.PROMOTE)


# --- promotion -------------------------------------------------------------------------------


@rule
def automatic_points(state):
    """Cards 08 and 09 pay before anything is promoted."""
    for channel in state.channels[: state.num_players]:
        points = 0
        if state.audience[8]:
            points += lowest_cards_points(channel)
        if state.audience[9] and channel.sets[Genre.DOCUMENTARY].size:
            points += POINTS_09 * channel.sets[Genre.DOCUMENTARY].size
            channel.scored[Genre.DOCUMENTARY] = 1
        channel.scores.automatic += points
        gain(channel, points)


@rule
def lowest_cards_points(channel):
    """Card 08: the cards of the lowest value among all own ones (R27); marks their sets."""
    least = 0
    for content in channel.sets:
        low = lowest_value(content)
        if low and (least == 0 or low < least):
            least = low
    points = 0
    for genre in range(NUM_GENRES):
        count = count_value(channel.sets[genre], least)
        if count:
            channel.scored[genre] = 1
        points += count * least
    return points


@rule
def start_promotion(state, phase):
    state.phase = phase
    state.acted = 0
    state.actor = promoter(state)


@rule
def promoter(state):
    """Whose turn it is to promote: by seat when sealed, else clockwise from the holder (R12)."""
    if state.options.promotion_mode == PromotionMode.SIMULTANEOUS:
        return state.acted
    return (state.holder + state.acted) % state.num_players


@rule
def chain_allows_both(state, genre):
    """Cards 05 and 11 together: Sports may be promoted from the top and at its highest (R26)."""
    return genre == Genre.SPORTS and state.audience[5] and state.audience[11]


@rule
def may_promote_top(state, channel, genre):
    content = channel.sets[genre]
    limit = content.size if genre == Genre.SPORTS and state.audience[5] else 1  # R11
    return (
        content.size > 0
        and spendable(channel) >= 1
        and channel.promotion.top[genre] < limit
        and (not channel.promotion.high[genre] or chain_allows_both(state, genre))  # R25
    )


@rule
def may_promote_high(state, channel, genre):
    return (
        state.audience[11]
        and channel.sets[genre].size > 0
        and spendable(channel) >= 2
        and not channel.promotion.high[genre]
        and (channel.promotion.top[genre] == 0 or chain_allows_both(state, genre))  # R25
    )


@rule
def high_points(state, content):
    """What 2 coins buy under card 11 (R24)."""
    value = highest_value(content)
    return value * count_value(content, value) if state.options.a11_ties == HighTies.ALL else value


@rule
def promote(state, action):
    """Carry out one option of a promotion; the last seat's DONE shows what all have done."""
    if action == DONE:
        finish_promotion(state)
        return
    channel = state.channels[state.actor]
    commit_promotion(state, channel, action)
    if state.options.promotion_mode == PromotionMode.OPEN:
        show_promotion(state, state.actor)
    else:
        state.quiet = 1


@rule
def commit_promotion(state, channel, action):
    if action == USE_01:
        use_01(channel)
    elif action < PROMOTE_HIGH:
        genre = action - PROMOTE_TOP
        channel.spent += 1
        channel.points += value_at(channel.sets[genre], channel.promotion.top[genre])
        channel.promotion.top[genre] += 1
    else:
        genre = action - PROMOTE_HIGH
        channel.spent += 2
        channel.points += high_points(state, channel.sets[genre])
        channel.promotion.high[genre] = 1


@rule
def show_promotion(state, seat):
    """What a seat promoted becomes public: coins, points, and uses of card 01."""
    channel = state.channels[seat]
    show_01(channel)
    channel.coins -= channel.spent
    channel.spent = 0
    gain(channel, channel.points)
    final = state.phase == Phase.FINAL_PROMOTE
    if final:
        channel.scores.final_promotion += channel.points
    else:
        channel.scores.promotion += channel.points
    channel.points = 0
    section = NUM_ROUNDS if final else state.round
    for genre in range(NUM_GENRES):
        top, high = channel.promotion.top[genre], channel.promotion.high[genre]
        place = promoted_place(section, genre)
        state.seat_logs[seat].promoted[place] = top
        state.seat_logs[seat].promoted[place + 1] = high
        if not final and (top or high):
            channel.scored[genre] = 1


@rule
def promoted_place(section, genre):
    """Where the log has the coins on a set's top; whether it was promoted high is next."""
    return (section * NUM_GENRES + genre) * 2


@rule
def finish_promotion(state):
    """The seat to act is done; after the last one the round, or the game, goes to its end."""
    state.acted += 1
    if state.acted < state.num_players:
        state.actor = promoter(state)
        state.quiet = 1
        return
    for seat in range(state.num_players):
        show_promotion(state, seat)
        state.channels[seat].promotion.top[:] = 0
        state.channels[seat].promotion.high[:] = 0
    if state.phase == Phase.FINAL_PROMOTE:
        final_tally(state)
    else:
        earnings(state)


# --- earnings --------------------------------------------------------------------------------


@rule
def earnings(state):
    last_round = state.round == NUM_ROUNDS - 1
    most_reality = break_tie(state, seats_with_most(state, Genre.REALITY))  # R17, R18
    for seat in range(state.num_players):
        channel = state.channels[seat]
        if not last_round:
            channel.coins += ROUND_COINS
        if state.audience[2] and most_reality >> seat & 1:
            channel.coins += COINS_02
        if state.audience[3]:
            channel.coins += coins_03(state, channel)
    if last_round:
        end_game(state)
    else:
        state.round += 1
        deal_round(state)


@rule
def coins_03(state, channel):
    """A coin for each own type without points in this round's promotion (R19, R20)."""
    coins = 0
    for genre in range(NUM_GENRES):
        owned = channel.sets[genre].size > 0 or state.options.a03_missing_types
        coins += owned and not channel.scored[genre]
    return coins


# --- the end ---------------------------------------------------------------------------------


@rule
def end_game(state):
    """Pay unused cards 01, then promote once more under 18, then score."""
    for channel in state.channels[: state.num_players]:
        if may_use_01(state, channel):
            use_01(channel)
            show_01(channel)
    if state.audience[18]:
        if state.options.a18_repeats_automatic:  # R37
            automatic_points(state)
        start_promotion(state, Phase.FINAL_PROMOTE)
    else:
        final_tally(state)


@rule
def final_tally(state):
    state.over = 1
    state.phase = Phase.OVER
    for genre in range(NUM_GENRES):
        score_majority(state, genre)
    for channel in state.channels[: state.num_players]:
        scores = channel.scores
        if state.audience[7]:
            scores.lowest_values = lowest_values_points(channel)
        if state.audience[15]:
            scores.fiction_types = fiction_types_points(state, channel)
        if state.audience[17]:
            scores.series = series_points(channel)
        scores.coins = channel.coins  # R38
        gain(channel, scores.lowest_values + scores.fiction_types + scores.series + scores.coins)


@rule
def score_majority(state, genre):
    """The seats with most cards of a genre score it; under 16 others score Fiction too."""
    majority = break_tie(state, seats_with_most(state, genre))
    extra = 0
    if state.audience[16] and genre == Genre.FICTION:
        fewest = break_tie_for_fewest(state, seats_with_fewest(state, genre))
        extra = ~fewest & ~majority  # R34, R35
    for seat in range(state.num_players):
        channel = state.channels[seat]
        points = sum_of_values(channel.sets[genre])
        if majority >> seat & 1:
            channel.scores.majority[genre] = points
            gain(channel, points)
        elif extra >> seat & 1:
            channel.scores.fiction_extra = points
            gain(channel, points)


@rule
def break_tie_for_fewest(state, fewest):
    """Under 13 the favourite is not among those with fewest, if others are (R17)."""
    leader = favourite(state, fewest)
    if leader == NOBODY or fewest == 1 << leader:
        return fewest
    return fewest & ~(1 << leader)


@rule
def lowest_values_points(channel):
    """Card 07."""
    points = 0
    for content in channel.sets:
        low = lowest_value(content)
        points += low * count_value(content, low)
    return points


@rule
def fiction_types_points(state, channel):
    """Card 15: own types (or cards) with a value up to the number of Fiction cards (R33)."""
    reach = channel.sets[Genre.FICTION].size
    types, cards = 0, 0
    for content in channel.sets:
        within = 0
        for place in range(content.size):
            within += value_of(content, content.faces[place]) <= reach
        types += within > 0
        cards += within
    return POINTS_15 * (cards if state.options.a15_mode == FictionTypes.CARD else types)


@rule
def series_points(channel):
    """Card 17: values that two or more own cards have (R36)."""
    seen, repeated = 0, 0  # a bit for each value
    for content in channel.sets:
        for place in range(content.size):
            bit = 1 << value_of(content, content.faces[place])
            repeated |= seen & bit
            seen |= bit
    points = 0
    while repeated:
        points += POINTS_17 * (repeated & 1)
        repeated >>= 1
    return points


@rule
def score(state, seat):
    return state.channels[seat].scores.total


@rule
def standing(state, side):
    """The score; under 13 the favourite stands above those with an equal one (R30, R40)."""
    own = score(state, side)
    tied = 0
    for seat in range(state.num_players):
        if score(state, seat) == own:
            tied |= 1 << seat
    lifted = state.options.a13_final_tie and favourite(state, tied) == side
    return 2 * own + lifted


@rule
def is_winner(state, seat):
    """Whether a seat of a finished game is in place 1."""
    if not state.over:
        return False
    for other in range(state.num_players):
        if standing(state, other) > standing(state, seat):
            return False
    return True


@rule
def score_parts(state, seat, parts):
    scores = state.channels[seat].scores
    parts.total = scores.total
    parts.promotion = scores.promotion
    parts.automatic = scores.automatic
    parts.award_06 = scores.award_06
    parts.award_12 = scores.award_12
    parts.final_promotion = scores.final_promotion
    for genre in range(NUM_GENRES):
        parts.majority[genre] = scores.majority[genre]
    parts.lowest_values = scores.lowest_values
    parts.fiction_types = scores.fiction_types
    parts.fiction_extra = scores.fiction_extra
    parts.series = scores.series
    parts.coins = scores.coins
    parts.winner = is_winner(state, seat)
