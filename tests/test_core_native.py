"""Records, compiled functions, and the cache of compiled code."""

import errno
import os
import pickle
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from tabletop_envs.core.native import (
    JIT,
    Axis,
    Record,
    as_record,
    float32,
    int8,
    int64,
    native,
    numbers,
    ready,
    rule,
    zeros,
)

SEAT = Axis("seat", 3)


class Player(Record):
    coins = int64
    cards = int64[2]


class Base(Record):
    turn = int64


class Table(Base):
    players = Player[SEAT]
    bank = Player
    flags = int8[3, 2]
    share = float32


def test_an_axis_is_a_number_with_a_name():
    assert SEAT == 3
    assert SEAT.name == "seat"
    assert repr(SEAT) == "Axis('seat', 3)"
    copied = pickle.loads(pickle.dumps(SEAT))
    assert (copied, copied.name) == (3, "seat")


def test_records_extend_and_hold_records():
    assert list(Table.fields) == ["turn", "players", "bank", "flags", "share"]
    assert Table.dtype["players"].base == Player.dtype
    assert Table.dtype["players"].shape == (3,)
    assert Table.dtype["bank"] == Player.dtype
    assert Table.dtype["flags"].shape == (3, 2)
    assert Base.dtype.names == ("turn",)


def test_fields_are_read_and_written_by_attribute():
    table = zeros(Table, 2)
    record = as_record(table.view(np.ndarray)[1])
    record.turn = 4
    record.players[2].coins = 7
    record.players[2].coins += 1
    record.players[0].cards[:] = (5, 6)
    record.bank.cards[1] = 9
    record.flags[2, 1] = 1
    record.share = 0.5
    cells = table.view(np.ndarray)[1]
    assert cells["turn"] == 4
    assert cells["players"]["coins"].tolist() == [0, 0, 8]
    assert cells["players"]["cards"][0].tolist() == [5, 6]
    assert cells["bank"]["cards"].tolist() == [0, 9]
    assert cells["flags"][2, 1] == 1
    assert cells["share"] == 0.5
    assert not table.view(np.ndarray)[0].tobytes().strip(b"\0")


def test_records_hand_out_pythons_own_numbers():
    record = as_record(zeros(Table, 1).view(np.ndarray)[0])
    assert type(record.turn) is int
    assert type(record.players[0].coins) is int
    assert type(record.players[0].cards[1]) is int
    assert type(record.share) is float
    assert [player.coins for player in record.players] == [0, 0, 0]
    assert "turn=0" in repr(record)


def test_unknown_fields_are_named():
    record = as_record(zeros(Table, 1).view(np.ndarray)[0])
    with pytest.raises(AttributeError, match="no field 'trun'; its fields are turn, players"):
        _ = record.trun
    with pytest.raises(AttributeError):
        record.trun = 1


@rule
def pay(player, coins):
    player.coins += coins


@native
def pay_all(tables, coins):
    for player in tables[0].players:
        pay(player, coins)
    return tables[0].players[1].coins


def test_compiled_functions_write_records_in_place():
    tables = zeros(Table, 1)
    assert pay_all(tables, 3) == 3
    assert pay_all(tables, 4) == 7
    assert tables.view(np.ndarray)["players"]["coins"].tolist() == [[7, 7, 7]]


def test_python_may_call_rules_too():
    player = as_record(zeros(Player, 1).view(np.ndarray)[0])
    pay(player, 5)
    assert player.coins == 5


def test_ready_functions_do_the_same():
    tables = zeros(Table, 1)
    assert ready(pay_all, tables, 0)(tables, 2) == 2


@native
def card(cards, place):
    return cards[place]


def test_a_bad_index_is_an_error():
    with pytest.raises(IndexError):
        card(numbers(3), 3)


def run_module(folder, source, *arguments):
    """The module's output in a fresh process that keeps compiled code in the folder."""
    (folder / "small_game.py").write_text(textwrap.dedent(source))
    ran = subprocess.run(
        [sys.executable, "-c", "import small_game", *arguments],
        cwd=folder,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.split(), "compiling" in ran.stderr


SMALL_GAME = """
    from tabletop_envs.core.native import native, rule
    PRICE = 10
    @rule
    def price(count):
        return PRICE * count
    def make():
        def pay(count):
            return price(count) + 1
        return native(pay, "small game")
    print(make()(2))
"""


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_kept_code_is_used_until_a_callee_or_a_constant_changes(tmp_path):
    assert run_module(tmp_path, SMALL_GAME) == (["21"], True)
    assert run_module(tmp_path, SMALL_GAME) == (["21"], False)
    assert run_module(tmp_path, SMALL_GAME.replace("10", "20")) == (["41"], True)
    assert run_module(tmp_path, SMALL_GAME.replace("PRICE *", "PRICE +")) == (["13"], True)
    assert run_module(tmp_path, SMALL_GAME) == (["21"], True)


TWO_GAMES = """
    import sys
    import numpy as np
    from tabletop_envs.core.native import native, rule
    def make(game, price):
        @rule
        def pay(coins):  # long enough to stay a function of its own
            for i in range(len(coins)):
                coins[i] = coins[i - 1] % 7 + coins[i - 2] % 9 + coins[i - 3] % 11
                coins[i] = coins[i - 4] % 6 + coins[i - 5] % 8 + coins[i - 6] % 10
            coins[0] = price
        def play(coins):
            pay(coins)
            first = coins[0]
            pay(coins[1:])
            return first + coins[1]
        return native(play, game)
    for price in sys.argv[1:]:
        print(make("game" + price, int(price))(np.zeros(9, np.int64)))
"""


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_code_kept_by_two_processes_is_not_mixed_up(tmp_path):
    assert run_module(tmp_path, TWO_GAMES, "2")[0] == ["4"]
    assert run_module(tmp_path, TWO_GAMES, "3")[0] == ["6"]
    assert run_module(tmp_path, TWO_GAMES, "2", "3") == (["4", "6"], False)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_damaged_files_are_made_anew(tmp_path, ending):
    assert run_module(tmp_path, SMALL_GAME) == (["21"], True)
    for path in (tmp_path / "cache").rglob(f"*.{ending}"):
        path.write_bytes(path.read_bytes()[:20])
    assert run_module(tmp_path, SMALL_GAME) == (["21"], True)
    assert run_module(tmp_path, SMALL_GAME) == (["21"], False)


@pytest.mark.skipif(not JIT, reason="nothing is compiled")
def test_a_full_disk_is_no_error(monkeypatch, capsys):
    def save(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    compilation = pytest.importorskip("tabletop_envs.core.compilation")
    monkeypatch.setattr(compilation.IndexDataCacheFile, "save", save)
    compilation.announce_failure.cache_clear()

    def double(number):
        return 2 * number

    assert native(double, "full disk")(4) == 8
    assert native(double, "full disk again")(4.0) == 8.0
    assert capsys.readouterr().err.count("cannot be kept (No space left on device)") == 1


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="nothing is compiled")
@pytest.mark.skipif(os.name != "posix", reason="needs a folder that cannot be written")
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert run_module(tmp_path, SMALL_GAME)[0] == ["21"]
