"""Random numbers whose whole state is four integers inside the game's record.

Chris Doty-Humphrey's sfc32, held in int64 so that nothing ever overflows: the same stream
comes out of compiled code and of plain Python, with no unsigned arithmetic.
"""

from .native import int64, rule

STREAM = int64[4]
LOW32 = 0xFFFF_FFFF


@rule
def seed_rng(state, seed):
    """Start the stream that belongs to a 63-bit seed."""
    state.rng[0] = seed & LOW32
    state.rng[1] = (seed >> 32) & LOW32
    state.rng[2] = 0
    state.rng[3] = 1
    for _ in range(12):
        random_bits(state)


@rule
def random_bits(state):
    """Draw 32 random bits."""
    a, b, c, count = state.rng[0], state.rng[1], state.rng[2], state.rng[3]
    bits = (a + b + count) & LOW32
    state.rng[0] = b ^ (b >> 9)
    state.rng[1] = (c + (c << 3)) & LOW32
    state.rng[2] = (((c << 21) | (c >> 11)) + bits) & LOW32
    state.rng[3] = (count + 1) & LOW32
    return bits


@rule
def random_seed(state):
    """Draw a 62-bit seed for another stream."""
    high = random_bits(state) & 0x3FFF_FFFF
    return (high << 32) | random_bits(state)


@rule
def random_below(state, n):
    """Draw an integer in [0, n), each as likely as the others (0 < n < 2**31)."""
    scaled = random_bits(state) * n
    if (scaled & LOW32) < n:  # only then can the value be one of the surplus ones
        excess = (1 << 32) % n
        while (scaled & LOW32) < excess:
            scaled = random_bits(state) * n
    return scaled >> 32


@rule
def shuffle(state, cards, count):
    """Shuffle the first ``count`` cards in place."""
    for last in range(count - 1, 0, -1):
        other = random_below(state, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
