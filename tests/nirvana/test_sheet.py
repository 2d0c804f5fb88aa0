"""The sheet: what is printed (section 2), and how a file is checked when it is read."""

import csv
import io

import pytest
from nirvana.positions import SHEET, legal, play, roll

from tabletop_envs.core.options import InvalidOption
from tabletop_envs.games.nirvana import game
from tabletop_envs.games.nirvana.cards import COLOURS, FIELDS, TRIOS, UNCALLED, built_in, read_sheet

# the tables of section 2.2
CARD_FIELDS = (
    *([0], [1, 2], [3, 4, 5], [6, 7, 8, 9], [10, 11], [12, 13, 14], [15]),
    *([16, 17, 18, 19, 20], [21, 22, 23], [24, 25], [26, 27, 28, 29], [30, 31, 32]),
    *([33, 34], [35]),
)
TRIO_FIELDS = (
    *([0, 1, 3], [2, 4, 5], [6, 7, 11], [8, 12, 18], [9, 13, 19], [10, 15, 21]),
    *([14, 20, 25], [16, 22, 26], [17, 23, 27], [24, 28, 29], [30, 31, 33], [32, 34, 35]),
)
TRIO_COLOURS = (
    *("red", "blue", "green", "red", "green", "red"),
    *("yellow", "blue", "yellow", "blue", "green", "yellow"),
)
NEIGHBOURS = (
    *([1, 2], [0, 2, 3, 4], [0, 1, 3, 5, 7, 8], [1, 2, 4, 8, 9], [1, 3, 6, 9], [2, 7]),
    *([4, 9], [2, 5, 8, 10], [2, 3, 7, 9, 10], [3, 4, 6, 8, 10, 11], [7, 8, 9, 11], [9, 10]),
)


def rows():
    return list(csv.DictReader(io.StringIO(built_in("sheet.csv"))))


def as_text(table, columns=None):
    text = io.StringIO()
    writer = csv.DictWriter(text, columns or list(table[0]), extrasaction="ignore")
    writer.writeheader()
    writer.writerows(table)
    return text.getvalue()


def with_changes(**cells_by_field):
    """The built-in sheet with other cells, as in ``F3={"colour": "blue"}``."""
    table = rows()
    for field, cells in cells_by_field.items():
        table[int(field[1:])].update(cells)
    return as_text(table)


def test_the_cards():
    fields = [[f for f in range(FIELDS) if SHEET.card_of[f] == card] for card in range(14)]
    assert fields == list(CARD_FIELDS)
    assert list(SHEET.card_length) == [len(each) for each in CARD_FIELDS]


def test_the_trios():
    assert [list(fields) for fields in SHEET.trio_fields] == list(TRIO_FIELDS)
    assert [COLOURS[colour] for colour in SHEET.colour] == list(TRIO_COLOURS)
    assert [list(row.nonzero()[0]) for row in SHEET.adjacent] == list(NEIGHBOURS)


def test_the_start_spaces():
    assert list(SHEET.start_fields) == [0, 2, 5, 9, 14]


def test_where_the_cards_are_written():
    boxes = list(zip(SHEET.box_column, SHEET.box_height, strict=True))
    assert boxes[0] == (1, 2)
    assert boxes[7] == (6, -7)
    assert sum(height > 0 for _, height in boxes) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (as_text(rows(), ["field_id", "column", "y"]), "lacks the columns trio_id"),
        (as_text(rows()[:-1]), "fields 0 to 35"),
        (with_changes(F3={"field_id": 4}), "fields 0 to 35"),
        (with_changes(F3={"y": "high"}), "line 5: y is 'high'"),
        (
            with_changes(F3={"y": 10**30}),
            "line 5: y is 1000000000000000000000000000000, not within",
        ),
        (with_changes(F3={"column": -100}), "line 5: column is -100, not within 99 of 0"),
        (with_changes(F3={"y": 0}), "fields 3 and 4 lie in one place"),
        (with_changes(F3={"trio_id": 1}), "trio 0 needs three fields"),
        (with_changes(F3={"trio_pos": 1}), "trio 0 needs three fields"),
        (with_changes(F3={"trio_id": 11}, F35={"trio_id": 0}), "do not hang together"),
        (with_changes(F3={"colour": "blue"}), "trio 0 has several colours: blue, red"),
        (with_changes(F35={"card_id": 14}), "card 13 has 0 fields"),
        (with_changes(F15={"card_id": 7, "arrow": "down"}), "card 6 has 0 fields"),
        (with_changes(F0={"card_id": 7, "arrow": "down"}), "card 0 has 0 fields"),
        (with_changes(F10={"card_id": 7, "arrow": "down"}), "card 7 has 6 fields"),
        (with_changes(F10={"arrow": "left"}), "card 4 needs one arrow"),
        (with_changes(F10={"card_id": 40}), "card_id goes from 0 to 13"),
        (with_changes(F0={"start_order": -1}), "start_order names each of 0 to 4 once"),
        (with_changes(F1={"start_order": 0}), "start_order names each of 0 to 4 once"),
    ],
)
def test_faults_are_told(text, message):
    with pytest.raises(ValueError, match=message):
        read_sheet(text)
    with pytest.raises(InvalidOption, match=message):
        game.setting(sheet_file=text)


def test_a_file_that_cannot_be_read(tmp_path):
    with pytest.raises(InvalidOption, match="cannot be read"):
        game.setting(sheet_file=str(tmp_path / "none.csv"))
    with pytest.raises(InvalidOption, match="cannot be read"):
        game.setting(sheet_file=3)


def upside_down():
    """The built-in sheet turned over: the same trios and cards in other places."""
    table = rows()
    for row in table:
        row["y"] = -int(row["y"])
        row["arrow"] = "down" if row["arrow"] == "up" else "up"
        row["trio_id"] = TRIOS - 1 - int(row["trio_id"])
        row["colour"] = "violet" if row["colour"] == "red" else row["colour"]
    return as_text(table)


def test_another_sheet_is_played_on(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(upside_down())
    state = game.new_state(2, seed=1, sheet_file=path, skip_forced=False)
    roll(state, 2, 4, 6)
    player = state.record.players[state.current_player]
    play(state, "done", "trio 11", "arrange slots 0 1 2")
    assert [player.numbers[field] for field in (0, 1, 3)] == [2, 4, 6]
    built = game.new_state(2, seed=1)
    assert built.record.options.sheet_file.trio_of[0] == 0


def test_a_saved_game_holds_its_sheet(tmp_path):
    path = tmp_path / "sheet.csv"
    path.write_text(upside_down())
    state = game.new_state(2, seed=1, sheet_file=path)
    path.unlink()
    again = game.from_bytes(state.to_bytes())
    assert again == state
    assert again.setting == state.setting


def test_colours_that_nobody_calls_are_never_called(tmp_path):
    state = game.new_state(
        2,
        seed=1,
        sheet_file=upside_down(),
        use_insight=True,
        insight_ids=["I12"],
        skip_forced=False,
    )
    sheet = state.record.options.sheet_file
    assert {int(colour) for colour in sheet.colour} == {1, 2, 3, UNCALLED}
    roll(state, 1, 1, 2)  # calls red, which is not there
    play(state, "done")
    assert len(legal(state)) == TRIOS
