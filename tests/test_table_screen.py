"""The full-screen table, seen: every kind of screen, in three languages, from 80×24 on."""

from __future__ import annotations

import runpy

import pytest

pytest.importorskip("textual")

from rich.cells import cell_len
from rich.text import Text
from table_screen import HERE, SCENES, screen, seen

from interpreter import load
from interpreter.cli.tui import ink
from interpreter.cli.tui.cards import Look, row, steps
from interpreter.cli.tui.cursor import Cursor
from interpreter.cli.tui.drawing import Area, Canvas, Drawing, below, beside, wrapped

RENEW = "run: python tests/table_screen.py"


@pytest.mark.parametrize("name", SCENES)
def test_screens(name: str) -> None:
    now = seen(SCENES[name], screen)
    assert now == (HERE / "tui" / f"{name}.txt").read_text(encoding="utf-8"), RENEW
    columns, rows = SCENES[name].size
    lines = now.splitlines()
    assert len(lines) <= rows
    assert all(cell_len(line) <= columns for line in lines)
    if name == "ascii":
        assert now.isascii()


def test_no_screen_is_left_over() -> None:
    stored = {path.stem for path in (HERE / "tui").glob("*")}
    assert stored == set(SCENES), RENEW


def test_the_picture_is_current() -> None:
    folder = HERE.parent / "docs" / "images"
    now = runpy.run_path(str(folder / "make.py"))["drawn"]()
    assert now == (folder / "table.svg").read_text(encoding="utf-8"), (
        "run: python docs/images/make.py"
    )


# -- signs and styles ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("encoding", "signs"),
    [
        ("utf-8", ink.ROUND),
        ("cp437", ink.SQUARE),
        ("cp850", ink.SQUARE),
        ("cp1252", ink.ASCII),
        ("latin-1", ink.ASCII),
        ("ascii", ink.ASCII),
        ("no-such-encoding", ink.ASCII),
    ],
)
def test_signs_that_an_encoding_has(encoding: str, signs: ink.Glyphs) -> None:
    assert ink.glyphs(encoding) is signs


@pytest.mark.parametrize("signs", [ink.ROUND, ink.SQUARE, ink.ASCII])
def test_frames_differ(signs: ink.Glyphs) -> None:
    """A card, the card under the cursor and an empty place can be told apart without colours."""
    frames = (signs.card, signs.chosen, signs.place)
    assert all(len(frame) == 6 for frame in frames)
    assert len({frame[:4] for frame in frames}) == 3


def test_styles_without_colours() -> None:
    assert ink.PLAIN.keys() == ink.COLOURED.keys()
    words = {word for style in ink.PLAIN.values() for word in style.split()}
    assert words == {"bold", "dim", "reverse"}


# -- drawings --------------------------------------------------------------------------------------


def test_what_lies_on_top_is_pressed() -> None:
    drawing = Drawing([Text("ab")], [Area(0, 0, 2, 1, "first"), Area(1, 0, 1, 1, "second")])
    assert [drawing.at(x, 0) for x in range(3)] == ["first", "second", ""]
    moved = below([Drawing([Text()]), drawing.moved(3)])
    assert (moved.at(3, 1), moved.at(4, 1), moved.at(3, 0)) == ("first", "second", "")
    both = beside(Drawing([Text("left")]), drawing, 6)
    assert both.text == "left  ab"
    assert both.at(7, 0) == "second"


def test_lines_are_broken_between_words() -> None:
    text = Text("one two threefour\nfive")
    assert [line.plain.rstrip() for line in wrapped(text, 8)] == [
        "one two",
        "threefou",
        "r",
        "five",
    ]
    assert [line.plain.rstrip() for line in wrapped(Text("♥♥ ♥♥"), 2)] == ["♥♥", "♥♥"]
    assert [line.plain for line in wrapped(Text("界界界"), 2)] == ["界", "界", "界"]
    assert [line.plain for line in wrapped(Text(""), 5)] == [""]


def test_wide_characters_take_two_cells() -> None:
    canvas = Canvas(4, 1)
    canvas.put(0, 0, "界x界")
    canvas.put(0, 5, "nowhere")
    assert canvas.drawing().text == "界x"


@pytest.mark.parametrize(
    ("count", "each", "step"),
    [(0, 1, 6), (5, 5, 6), (12, 12, 6), (15, 15, 5), (18, 18, 4), (40, 18, 4)],
)
def test_cards_in_a_row(count: int, each: int, step: int) -> None:
    """Side by side, then over one another, then in several rows; rank and suit can be read."""
    look = Look(ink.ROUND, ink.COLOURED)
    assert steps(count, 76, look) == (each, step)
    assert (each - 1) * step + look.width <= 76


def test_all_cards_of_a_pack_can_be_read() -> None:
    game = load("chouine")
    drawn = row(game, game.ruleset.deck.codes, Look(ink.ROUND, ink.COLOURED), 76).text
    for rank in game.ruleset.deck.ranks:
        assert drawn.count(f"│{rank.name:^3}"[:3]) == 4, rank.name
    for suit in game.ruleset.deck.suits:
        assert drawn.count(f"│ {suit.symbol}") == 8, suit.name


# -- the cursor ------------------------------------------------------------------------------------


def test_nothing_is_chosen_at_first() -> None:
    cursor = Cursor(5, 2, (1, 3))
    assert (cursor.place, cursor.card, cursor.call) == (None, None, None)
    assert (cursor.along(1).card, cursor.along(-1).card) == (1, 3)
    assert Cursor(5, 0, ()).along(-1).card == 4


def test_the_cursor_goes_round() -> None:
    cursor = Cursor(3, 2, (0, 1, 2), 2)
    assert cursor.along(1).card == 0
    assert cursor.at(0).along(-1).card == 2
    calls = cursor.down()
    assert (calls.call, calls.down().call, calls.down().down().call) == (0, 1, 1)
    assert (calls.along(1).call, calls.along(-1).call) == (1, 1)
    assert (calls.down().up().call, calls.up().card) == (0, 0)
    assert cursor.up() == cursor
    assert Cursor(3, 0, (1,)).down().card == 1
    assert Cursor(0, 2).along(1).call == 0
    assert Cursor(0, 2).up() == Cursor(0, 2)
    assert Cursor().down() == Cursor().along(1) == Cursor()
