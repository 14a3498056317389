"""Playing at the full-screen table: keys, mouse, typed words, mistakes, pauses, and how it ends."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextvars import copy_context
from pathlib import Path

import pytest

pytest.importorskip("textual")

from council_table import council
from table_screen import FAST, Scene, advance, at_table, press, screen, seated, sitting, table_of
from textual.pilot import Pilot
from textual.widgets import Input

from interpreter import Match, load
from interpreter.cli.tui.app import TableApp
from interpreter.cli.tui.cards import Look
from interpreter.cli.tui.ink import COLOURED, ROUND
from interpreter.cli.tui.playing import AGAIN, OVER, STOPPED
from interpreter.cli.tui.sitting import Sitting

SLOW = 0
LOOK = Look(ROUND, COLOURED)
SHORT = """
ruleset: 1
name: short
title: Short
players: 2
deck: {use: french, ranks: [A, K, Q, J, 10, 9, 8, 7]}
dealer: {first: [most: strength(drawn)], next: left(dealer)}
deal: {cards: 5, first: left(dealer), turn_up: yes}
trump: suit(turned)
tricks:
  ranking: [A, K, Q, J, 10, 9, 8, 7]
  wins: [trump, follows(led)]
  reply:
    - follow: {play: follows(led)}
    - ruff: {play: trump}
scoring: {points: {cards: {points: count(won)}}, winner: [most: points]}
match: {wins: 1, repeats: 9}
"""
BARRED = r"(follow|ruff): you may play "


def app_of(pilot: Pilot[str]) -> TableApp:
    app = pilot.app
    assert isinstance(app, TableApp)
    return app


def text(pilot: Pilot[str]) -> str:
    return screen(app_of(pilot))


def message(pilot: Pilot[str]) -> str:
    return app_of(pilot).table.message


def table_for(sitting: Sitting, pace: int = FAST, again: bool = True) -> TableApp:
    return TableApp(sitting, LOOK, pace, again)


async def keys(pilot: Pilot[str], *pressed: str) -> None:
    for key in pressed:
        await pilot.press(key)
        await pilot.pause()


async def typed(pilot: Pilot[str], line: str) -> None:
    """Type a line; its letters at once, to save time."""
    await keys(pilot, "/")
    pilot.app.screen.query_one(Input).value = line
    await keys(pilot, "enter")


def on_page(app: TableApp) -> bool:
    return app.screen is not app.table


def until_a_page(app: TableApp) -> Iterator[int]:
    """Go on until a page is opened, but not for ever."""
    for i in range(40):
        if on_page(app):
            return
        yield i
    raise AssertionError(screen(app))


# -- whole matches ---------------------------------------------------------------------------------


@pytest.fixture
def short(tmp_path: Path) -> Sitting:
    """A match of one deal that somebody wins."""
    path = tmp_path / "short.yaml"
    path.write_text(SHORT, encoding="utf-8")
    return sitting(load(path), seed=6)


def test_a_match_with_the_keyboard(short: Sitting) -> None:
    """With a mistake in every trick: Enter before a choice, cards that may not be played."""
    app, refused = table_for(short), 0

    async def play(pilot: Pilot[str]) -> None:
        nonlocal refused
        for _ in until_a_page(app):
            view = app.table.view
            before = len(short.match.log)
            await keys(pilot, "enter")
            assert message(pilot).endswith("choose a card with ← →, play it with Enter")
            assert len(short.match.log) == before, "nothing was chosen"
            allowed = {action.card for action in view.actions}
            for code in view.hand if len(allowed) < len(view.hand) else ():
                await keys(pilot, "right")
                while app.table.view.hand[app.table.cursor.card or 0] != code:
                    await keys(pilot, "right")
                if code not in allowed:
                    assert re.search(f"not now; {BARRED}", message(pilot))
                    await keys(pilot, "enter")
                    assert re.match(BARRED, message(pilot))
                    assert len(short.match.log) == before
                    refused += 1
            while app.table.cursor.card not in app.table.cursor.legal:
                await keys(pilot, "right")
            await keys(pilot, "enter")
            assert len(short.match.log) > before
        assert "deal 1: " in text(pilot)
        await keys(pilot, "enter")
        assert text(pilot).endswith("  q quit  n new match\n")
        await keys(pilot, "x", "n")

    at_table(app, play)
    assert app.return_value == AGAIN
    assert refused >= 2
    assert short.match.over
    assert Match.from_record(short.match.record).result == short.match.result


def test_a_match_with_the_mouse(short: Sitting) -> None:
    """A card is chosen by the first press and played by the second; so are the keys below."""
    app = table_for(short)

    async def play(pilot: Pilot[str]) -> None:
        await press(pilot, "key s")
        assert "no deal has been counted yet" in text(pilot)
        await press(pilot, "key Enter")
        for _ in until_a_page(app):
            before = len(short.match.log)
            legal = app.table.cursor.legal
            barred = set(range(len(app.table.view.hand))) - set(legal)
            for place in sorted(barred)[:1]:
                await press(pilot, f"place {place}")
                await press(pilot, f"place {place}")
                assert app.table.warning
                assert len(short.match.log) == before
            await press(pilot, f"place {legal[-1]}")
            assert message(pilot).endswith(": Enter plays it")
            assert len(short.match.log) == before
            await press(pilot, f"place {legal[-1]}")
            assert len(short.match.log) > before
        await press(pilot, "key Enter")
        await press(pilot, "key q")

    at_table(app, play)
    assert app.return_value == OVER
    assert short.match.over


def test_after_a_number_of_deals() -> None:
    one = sitting(load("chouine"), seed=7, deals=1)
    advance(one, 14)
    app = table_for(one, again=False)

    async def play(pilot: Pilot[str]) -> None:
        for _ in until_a_page(app):
            await keys(pilot, "h", "enter")
        assert "─ Chouine, deal 1 ─" in text(pilot)
        await keys(pilot, "enter")
        assert text(pilot).endswith("  q quit\n")
        assert "deal 2" not in text(pilot)
        await keys(pilot, "enter")

    at_table(app, play)
    assert app.return_value == OVER
    assert one.stopped
    assert not any("deal 2" in line for line in one.log)


# -- choosing --------------------------------------------------------------------------------------


def test_a_key_that_is_faster_than_the_focus() -> None:
    """It stays in the line when the line has got the focus."""
    app = table_of(Scene("chouine"))

    async def play(pilot: Pilot[str]) -> None:
        app.table.begin_typing("")
        app.table.typing_key("q", "q")
        await pilot.pause()
        await keys(pilot, *"uit")
        assert app.table.query_one("#typed", Input).value == "quit"
        await keys(pilot, "enter")

    at_table(app, play)
    assert app.return_value == STOPPED


def test_words_and_their_mistakes() -> None:
    app = table_of(Scene("chouine"))
    log = app.table.sitting.match.log

    async def play(pilot: Pilot[str]) -> None:
        before = len(log)
        for line, answer in {
            "99": "the menu goes from 1 to 6",
            "xyzzy": "“xyzzy” is no card and no entry of the menu; ? for help, quit to stop",
            "AH": "you do not hold A♥",
            "pass": "nobody asked you anything, so you cannot pass",
        }.items():
            await typed(pilot, line)
            assert (message(pilot), app.table.warning) == (answer, True)
        await keys(pilot, "9", "9")
        assert app.table.typing
        await keys(pilot, "escape")
        assert not app.table.typing
        await typed(pilot, "?")
        assert "─ help ─" in text(pilot)
        await keys(pilot, "escape")
        await typed(pilot, "last")
        assert "no trick has been played in this deal" in text(pilot)
        await keys(pilot, "l")
        assert len(log) == before
        await typed(pilot, "marriage")
        assert "you declare marriage ♠ (20)" in text(pilot)
        await typed(pilot, "10H")
        assert message(pilot) == "play a card of what you declared: K♠ Q♠"
        await keys(pilot, "2", "enter")
        assert "you play Q♠" in text(pilot)
        await typed(pilot, "dix de coeur")
        assert "you play 10♥" in text(pilot)
        await typed(pilot, "quit")

    at_table(app, play)
    assert app.return_value == STOPPED


def test_calls_with_keys_and_mouse() -> None:
    def marriage(pilot: Pilot[str]) -> bool:
        return "you declare marriage ♠ (20)" in text(pilot)

    for by in ("keys", "mouse"):
        app = table_of(Scene("chouine"))

        async def play(pilot: Pilot[str], by: str = by) -> None:
            if by == "keys":
                await keys(pilot, "tab")
                assert "[▶6 declare marriage ♠ (20 points) ]" in text(pilot)
                assert message(pilot) == "declare marriage ♠ (20 points)"
                await keys(pilot, "enter")
            else:
                await press(pilot, "place 5")
            assert marriage(pilot)

        at_table(app, play)


def test_questions_and_cards_put_aside() -> None:
    """A stage asks; then cards are put aside one at a time."""
    match = next(m for m in map(council_with_discards, range(100)) if m is not None)
    one = seated(match)
    app = table_for(one)

    async def play(pilot: Pilot[str]) -> None:
        assert message(pilot) == "before the first trick you are asked: bidding?"
        assert "[ 1 yes ]  [ 2 no ]" in text(pilot)
        await keys(pilot, "down", "enter")
        for left in ("3 cards", "2 cards", "1 card"):
            assert message(pilot) == f"changing cards: put {left} aside, one at a time"
            held = len(app.table.view.hand)
            await keys(pilot, "left", "enter")
            assert len(app.table.view.hand) == held - 1 or not app.table.view.aside
        assert sum("aside" in line and line.startswith("you put") for line in one.log) == 3

    at_table(app, play)


def council_with_discards(seed: int) -> Match | None:
    """A match in which the person, who says yes, has to put cards aside."""
    match = council().match(seed=seed, names=["human", "greedy", "greedy"])
    one = seated(match.copy())
    while one.match.turn is not None and one.match.view(one.match.turn).stage:
        if one.match.turn != one.me:
            one.others_act()
        elif one.view.aside:
            return match
        else:
            one.match.apply("yes")
    return None


@pytest.mark.parametrize(("number", "told"), [(0, "you give 7"), (1, "you pass")])
def test_an_exchange_before_the_lead(number: int, told: str) -> None:
    """The person is asked before the lead, and exchanges or passes."""
    app = table_for(seated(asked_about_the_seven()))

    async def play(pilot: Pilot[str]) -> None:
        assert message(pilot) == "before the lead you are asked: exchange the seven?"
        await press(pilot, f"place {len(app.table.view.hand) + number}")
        assert any(line.startswith(told) for line in app.table.sitting.log)

    at_table(app, play)


def asked_about_the_seven() -> Match:
    """A match in which the person is asked about an exchange."""
    game = load("chouine")
    for seed in range(200):
        match = game.match(seed=seed, names=["human", "random"])
        one = seated(match)
        while not match.over and match.view(one.me).deal == 1:
            view = match.view(one.me)
            if match.turn == one.me and view.asked and len(view.actions) > 1:
                return match
            if match.turn == one.me:
                match.apply(
                    max(
                        view.actions, key=lambda a: a.kind in ("play", "pass") and a.card[:1] != "7"
                    )
                )
            else:
                one.others_act()
    raise AssertionError("nobody was asked")


# -- pauses, pages, the window ---------------------------------------------------------------------


def test_pauses_and_their_end() -> None:
    app = table_of(Scene("aluette", seed=4), pace=SLOW)
    log = app.table.sitting.match.log

    async def play(pilot: Pilot[str]) -> None:
        await keys(pilot, "right", "enter")
        done = len(log)
        assert message(pilot) == "greedy 1 is to act"
        await keys(pilot, "s")
        assert "─ score ─" in text(pilot)
        assert len(log) == done, "the others wait while one reads"
        await keys(pilot, "s", "space")
        assert len(log) == done + 1
        await keys(pilot, "enter")
        assert len(log) == done + 2, "no card of one's own was played"
        await pilot.click("#story")
        await pilot.pause()
        assert len(log) == done + 3
        await keys(pilot, "+")
        assert message(pilot) == "speed of the others: 2 of 5"
        await keys(pilot, "-", "-")
        assert message(pilot) == "speed of the others: 1 of 5"
        await keys(pilot, "+", "+", "+", "+", "+")
        assert message(pilot) == "speed of the others: 5 of 5"

    at_table(app, play)


def test_pages_can_be_scrolled() -> None:
    app = table_of(Scene("chouine", acted=10))

    async def play(pilot: Pilot[str]) -> None:
        await keys(pilot, "m")
        first = text(pilot)
        assert "greedy draws A♣ for the first deal" in first
        await keys(pilot, "pagedown")
        assert text(pilot) != first
        await keys(pilot, "home")
        assert text(pilot) == first
        await keys(pilot, "end")
        assert app.table.sitting.log[-1].strip() in text(pilot)
        await keys(pilot, "m")
        assert not on_page(app)

    at_table(app, play)


def test_hints_take_back_nothing() -> None:
    """A hint only moves the cursor."""
    app = table_of(Scene("chouine"))

    async def play(pilot: Pilot[str]) -> None:
        before = len(app.table.sitting.match.log)
        await keys(pilot, "h")
        assert message(pilot) == "hint: declare marriage ♠; it is worth 20 points"
        assert app.table.cursor.call == 0
        await keys(pilot, "h")
        assert len(app.table.sitting.match.log) == before

    at_table(app, play)


def test_a_window_that_changes() -> None:
    app = table_of(Scene("chouine"))

    async def play(pilot: Pilot[str]) -> None:
        whole = text(pilot)
        await pilot.resize_terminal(79, 24)
        await pilot.pause()
        assert text(pilot).startswith(
            "this terminal has 79 columns and 24 rows; the table needs 80 and 24\n"
        )
        await keys(pilot, "q")
        assert text(pilot).endswith("  Stop playing?\n  n no  y yes\n")
        await keys(pilot, "escape")
        await pilot.resize_terminal(130, 40)
        await pilot.pause()
        assert "─ cards taken ─" in text(pilot)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert text(pilot) == whole

    at_table(app, play)


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pressed", "ended"),
    [
        (("q", "y"), STOPPED),
        (("ctrl+c",), STOPPED),
        (("?", "ctrl+c"), STOPPED),
        (("1", "ctrl+c"), STOPPED),
        (("q", "n"), None),
        (("q", "enter"), None),
        (("q", "escape"), None),
        (("q", "x", "n"), None),
    ],
)
def test_ways_to_stop(pressed: tuple[str, ...], ended: str | None) -> None:
    app = table_of(Scene("chouine"))

    async def play(pilot: Pilot[str]) -> None:
        await keys(pilot, *pressed)

    at_table(app, play)
    assert app.return_value == ended


def test_everything_is_kept_at_once() -> None:
    """What is saved after each action is the match as it stands."""
    game = load("chouine")
    match = game.match(seed=7, names=["human", "greedy"])
    kept: list[int] = []
    one = seated(match)
    one.kept = lambda: kept.append(len(match.log))
    app = table_for(one)

    async def play(pilot: Pilot[str]) -> None:
        await keys(pilot, "right", "enter")

    at_table(app, play)
    assert kept == sorted(set(kept))
    assert kept[-1] == len(match.log)


class Broken:
    """A player with a mistake."""

    def choose(self, view: object) -> object:
        raise OSError(28, "No space left on device", "game.jsonl")


def test_a_failure_ends_the_application() -> None:
    one = sitting(load("chouine"), seed=7)
    one.players = [None if p is None else Broken() for p in one.players]  # type: ignore[misc]
    app = table_for(one)
    with pytest.raises(OSError, match="No space left on device"):
        at_table(app, lambda pilot: asyncio.sleep(0))
    assert isinstance(app.failure, OSError)
    assert app.return_code == 1


def test_the_letters_of_each_language() -> None:
    """Keys differ within a language, and open no line to type a card in."""
    from interpreter.cli.tui.texts import commands
    from interpreter.text.messages import LANGUAGES, speak

    def check(language: str) -> None:
        speak(language)
        letters = [key for key, _text in commands().values()]
        assert sum(len(key) + len(what) + 3 for key, what in commands().values()) <= 80
        assert len(set(letters)) == len(letters)
        assert all(len(key) == 1 and not key.isdigit() and key not in "+-/: " for key in letters)

    for language in LANGUAGES:
        copy_context().run(check, language)
