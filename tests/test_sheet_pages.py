"""Rule sheets as Markdown and HTML: the pages in docs/rules, what is escaped, what a page needs."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from commands import Ran, process

from interpreter.rules.read import find, read_ruleset, ruleset_from_data
from interpreter.study.cases.read import read_suite
from interpreter.study.sheet import sheet
from interpreter.study.sheet.drawing import SHAPES
from interpreter.study.sheet.html import html
from interpreter.study.sheet.markdown import escaped, markdown
from interpreter.study.sheet.model import Sheet
from interpreter.text.messages import LANGUAGES, speak
from interpreter.text.source import Source

DOCS = Path(__file__).parent.parent / "docs" / "rules"


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    speak("en")


def _renew() -> Any:
    spec = importlib.util.spec_from_file_location("renew_rules", DOCS / "renew.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


renew = _renew()


def test_the_sheets_are_current() -> None:
    pages = dict(renew.pages())
    assert set(pages) == {*DOCS.glob("*.md"), *DOCS.glob("*.html")}
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text, "run: python docs/rules/renew.py"


def test_the_command_that_keeps_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(renew, "HERE", tmp_path)
    monkeypatch.setattr(renew, "GAMES", ("chouine",))
    monkeypatch.setattr(renew, "LANGUAGES", ("fr",))
    monkeypatch.setattr(renew, "cases_for", lambda _path: ())
    assert renew.main(["--check"]) == 1
    assert list(tmp_path.iterdir()) == []
    assert renew.main([]) == 0
    assert "chouine.fr.md written" in capsys.readouterr().out
    assert renew.main(["--check"]) == 0
    assert len(list(tmp_path.iterdir())) == 2


@cache
def shown(name: str) -> Sheet:
    """The sheet of a shipped game in English."""
    path = find(name)
    return sheet(read_ruleset(path), (), read_suite(path).cases)


# -- the example -----------------------------------------------------------------------------------


def test_the_example_is_that_of_the_profile() -> None:
    """70 and 60 in cards with the last trick; 20 and 40 declared; 90 against 100."""
    lines = markdown(shown("chouine")).splitlines()
    i = lines.index(
        "**Example.** Diamonds ♦ are trumps; player 1 has declared marriage ♠; player 2 has"
        " declared marriage ♦."
    )
    assert lines[i + 2 : i + 10] == [
        "|  | Player 1 | Player 2 |",
        "| --- | --- | --- |",
        "| Cards | 60 | 60 |",
        "| Last trick | 10 | 0 |",
        "| Declarations | 20 | 40 |",
        "| Sum | 90 | 100 |",
        "",
        "Player 2 wins the deal.",
    ]


def test_the_example_of_a_game_without_points() -> None:
    lines = markdown(shown("aluette")).splitlines()
    i = lines.index(
        "**Example.** The tricks go in turn to the players 1, 2, 3, 2, 4, 1, 2, 3 and 1."
    )
    assert lines[i + 4 : i + 8] == [
        "| The number of tricks taken | 3 | 3 | 2 | 1 |",
        "| The number of the last trick taken | 9 | 7 | 8 | 5 |",
        "",
        "Player 2 wins the deal.",
    ]


def test_the_example_is_played_by_the_rules_of_the_sheet() -> None:
    r = read_ruleset(find("chouine"))
    document: dict[str, Any] = dict(r.document)
    document["values"] = {**document["values"], "A": "1"}
    cases = read_suite(find("chouine")).cases
    text = markdown(sheet(ruleset_from_data(document, Source("other", " ")), (), cases))
    assert "| Cards | 40 | 40 |" in text


def test_without_a_marked_case_there_is_no_example() -> None:
    assert "Example" not in markdown(sheet(read_ruleset(find("chouine"))))


# -- pages -----------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A page: its elements and text; fails where one is not closed."""

    EMPTY = frozenset(("meta", "rect", "use", "circle", "path"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data if self.open[-1:] != ["style"] else ""


@pytest.mark.parametrize("name", ["chouine", "aluette"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_needs_nothing_else(name: str, language: str) -> None:
    text = (DOCS / f"{name}.{language}.html").read_text(encoding="utf-8")
    page = Page(text)
    assert not re.search(r"https?:|//|@import|url\(|<script|<link|\ssrc=", text.split("<body>")[0])
    assert {tag for tag, _attrs in page.found} & {"script", "link", "img", "iframe"} == set()
    used = {attrs["href"] for tag, attrs in page.found if tag == "use"}
    ids = {f"#{attrs['id']}" for tag, attrs in page.found if tag == "symbol"}
    assert used == ids
    assert len(used) == 4
    assert page.found[0] == ("html", {"lang": language})


def test_every_card_is_drawn_and_named() -> None:
    page = Page(html(shown("aluette")))
    labels = [a["aria-label"] for tag, a in page.found if tag == "svg" and a.get("role") == "img"]
    assert len(labels) == len(set(labels)) == 48
    assert labels[0] == "three of coins"
    assert labels[8:10] == ["ace of coins", "ace of cups"]


def test_cards_that_are_alike_in_every_suit_are_drawn_once() -> None:
    page = Page(html(shown("chouine")))
    labels = [a["aria-label"] for tag, a in page.found if tag == "svg" and a.get("role") == "img"]
    assert labels == ["ace", "ten", "king", "queen", "jack", "nine", "eight", "seven"]


HOSTILE = "<script>alert(1)</script> & \"x\" 'y' *z* [a](b) {0} {x} `"


def test_texts_of_a_ruleset_are_escaped() -> None:
    document: dict[str, Any] = dict(read_ruleset(find("chouine")).document)
    document["title"] = HOSTILE
    document["labels"] = {"trick": HOSTILE}
    document["sources"] = {**document["sources"], "profile": HOSTILE}
    document["nicknames"] = {"A of spades": HOSTILE}
    r = ruleset_from_data(document, Source("hostile", " "))
    found = sheet(r, (r,))
    page = Page(html(found))
    assert "<script>alert(1)</script>" in page.text
    assert "<script" not in html(found)
    title = markdown(found).splitlines()[0]
    assert title.startswith("# \\<script\\>alert(1)\\</script\\> &")
    assert "\\*z\\* \\[a\\](b)" in title


def test_escaping_leaves_code_alone() -> None:
    assert escaped("a*b `a*b` |") == "a\\*b `a*b` \\|"


def test_a_suit_without_a_shape_is_shown_by_its_sign() -> None:
    games = Path(__file__).parent / "loading" / "partners.yaml"
    text = html(sheet(read_ruleset(games)))
    assert "staves" not in SHAPES
    assert '<text class="sign"' in text
    Page(text)


# -- the command -----------------------------------------------------------------------------------


def rules(*args: str, **env: str) -> Ran:
    done = process("rules", *args, **env)
    out, err = (stream.decode("utf-8", "replace") for stream in (done.stdout, done.stderr))
    return Ran(done.returncode, out, err)


def test_the_command_prints_the_sheet() -> None:
    found = rules("chouine", "--lang", "fr", LANG="C.UTF-8")
    assert (found.code, found.err) == (0, "")
    assert found.out == (DOCS / "chouine.fr.md").read_text(encoding="utf-8")


def test_a_page_in_an_encoding_without_signs() -> None:
    found = rules("chouine", "--format", "html", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert (found.code, found.err) == (0, "")
    assert "spades" in found.out
    assert found.out.isascii()
    wanted = (DOCS / "chouine.en.html").read_text(encoding="utf-8")
    assert Page(found.out).text == Page(wanted).text


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    found = rules("aluette", "--set", "signals=yes", "--format", "html", "-o", str(path))
    assert (found.code, found.err) == (0, "")
    assert found.out == f"{path} is written\n"
    assert "Look up to the sky" in path.read_text(encoding="utf-8")
    found = rules("aluette", "-o", str(tmp_path / "no" / "sheet.md"))
    assert found.code == 2
    assert found.err == f"{tmp_path}/no/sheet.md: No such file or directory\n"


def test_cases_that_do_not_fit_a_variant_do_not_stop_its_sheet(tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(
        "ruleset: 1\nextends: chouine\nname: ours\ntitle: Ours\nexchanges: ~\n", encoding="utf-8"
    )
    found = rules(str(path))
    assert (found.code, found.err) == (0, "")
    assert "- **Exchange the seven.** This is not played.\n" in found.out
    assert "Example" not in found.out


def test_what_cannot_be_done() -> None:
    assert rules("chouin").code == 2
    found = rules("aluette", "--set", "signals=may")
    assert found.code == 2
    assert found.err.endswith(
        "Error: the option `signals` cannot be `may`; its values are `yes`, `no`\n"
    )
