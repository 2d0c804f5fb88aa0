"""The generator in the record: sfc32, the same compiled and plain, and fair."""

from collections import Counter

import numpy as np
import pytest

from tabletop_envs.core.native import Record, native, numbers, zeros
from tabletop_envs.core.rng import STREAM, random_below, random_bits, random_seed, seed_rng, shuffle


class Generator(Record):
    rng = STREAM


def seeded(seed):
    states = zeros(Generator, 1)
    start(states, seed)
    return states


@native
def start(states, seed):
    seed_rng(states[0], seed)


@native
def draw_bits(states, out):
    for i in range(len(out)):
        out[i] = random_bits(states[0])


@native
def draw_below(states, n, out):
    for i in range(len(out)):
        out[i] = random_below(states[0], n)


@native
def draw_seed(states):
    return random_seed(states[0])


@native
def shuffle_cards(states, cards, count):
    shuffle(states[0], cards, count)


def reference_bits(seed, count):
    """sfc32 with unsigned 32-bit arithmetic, as its author wrote it."""
    a, b, c, counter = (np.uint32(x) for x in (seed & 0xFFFFFFFF, seed >> 32, 0, 1))
    bits = []
    with np.errstate(over="ignore"):
        for _ in range(12 + count):
            result = a + b + counter
            counter += np.uint32(1)
            a = b ^ (b >> np.uint32(9))
            b = c + (c << np.uint32(3))
            c = ((c << np.uint32(21)) | (c >> np.uint32(11))) + result
            bits.append(int(result))
    return bits[12:]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, 2**62 + 12345, 2**63 - 1])
def test_it_is_sfc32(seed):
    out = numbers(100)
    draw_bits(seeded(seed), out)
    assert out.tolist() == reference_bits(seed, 100)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 52, 1000])
def test_integers_below_n_are_equally_likely(n):
    out = numbers(20 * n + 1000)
    draw_below(seeded(n), n, out)
    counts = Counter(out.tolist())
    assert set(counts) == set(range(n))
    expected = len(out) / n
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < n + 5 * (2 * n) ** 0.5


@pytest.mark.parametrize("n", [2**31 - 1, 2**30 + 1])
def test_large_bounds(n):
    out = numbers(1000)
    draw_below(seeded(1), n, out)
    assert out.min() >= 0
    assert out.max() < n
    assert abs(out.mean() / n - 0.5) < 0.05


def test_shuffled_cards_are_the_same_cards_in_every_order():
    states, orders = seeded(3), Counter()
    for _ in range(2400):
        cards = numbers(5)
        cards[:] = (10, 20, 30, 40, 50)
        shuffle_cards(states, cards, 4)
        assert cards[4] == 50
        orders[tuple(cards.tolist()[:4])] += 1
    assert len(orders) == 24
    assert min(orders.values()) > 50
    assert max(orders.values()) < 160


def test_seeds_drawn_from_a_stream_are_seeds():
    states = seeded(5)
    drawn = [draw_seed(states) for _ in range(100)]
    assert len(set(drawn)) == 100
    assert all(0 <= seed < 2**62 for seed in drawn)
    assert max(drawn) > 2**61
