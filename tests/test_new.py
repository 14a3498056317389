"""`trickplay new`: what is written, what is asked, and that nothing is lost or half written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import COUNCIL, SIX, Run, lasts
from terminal import Terminal

from interpreter.rules.reach import anywhere
from interpreter.rules.read import read_ruleset
from interpreter.rules.shelf import shipped
from interpreter.study.starter import find_base
from interpreter.text.document import decode
from interpreter.text.layout import laid_out
from interpreter.text.messages import LANGUAGES, speak
from interpreter.text.shape import FOLDERS

pytestmark = pytest.mark.usefixtures("somewhere")
SCHEMA = next(folder for folder in FOLDERS if folder.is_dir()) / "ruleset.schema.json"
LINE = f"# yaml-language-server: $schema={SCHEMA.as_uri()}\n"
BASES = [*shipped(), str(COUNCIL), str(SIX)]


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    speak("en")


def uncommented(text: str) -> str:
    """A starter with its examples in use, as its first lines tell to do it."""
    return re.sub(r"(?m)^#(?! \S)", "", text)


# -- what is written -------------------------------------------------------------------------------


def test_variant(trickplay: Run) -> None:
    ran = trickplay("new", "my-village", "--from", "chouine")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "my-village.yaml is written\n"
        "  trickplay run my-village.yaml\n"
        "  trickplay diff chouine my-village.yaml\n"
    )
    assert Path("my-village.yaml").read_text(encoding="utf-8") == LINE + (
        """\
# A variant of Chouine: only what differs from it stands here.
# All rules of Chouine: trickplay expand chouine
# Check this file: trickplay validate my-village.yaml
# Play it: trickplay run my-village.yaml

ruleset: 1
extends: chouine
name: my-village
title: My village

# Examples of what can differ. Take away the # before their lines to use them,
# then change the values. A ~ takes a rule away.

# card points of A: 11 in Chouine
#values:
#  A: 12

# rule for the others: follow suit (taken away)
#tricks:
#  reply:
#    - follow: ~

# exchange the seven (taken away)
#exchanges:
#  seven: ~

# points for quinte: 50 in Chouine
# declaration: marriage (taken away)
#declarations:
#  quinte: {points: 100}
#  mariage: ~

# won deals that win the match: 3 in Chouine
#match:
#  wins: 4
"""
    )


@pytest.mark.parametrize("base", BASES, ids=lambda base: Path(base).stem)
def test_every_starter_is_in_order(trickplay: Run, base: str) -> None:
    """As it is, with its examples in use, and laid out as all files are."""
    language = LANGUAGES[BASES.index(base) % len(LANGUAGES)]
    assert trickplay("new", "mine", "--from", base, "--lang", language).code == 0
    path = Path("mine.yaml")
    data = path.read_bytes()
    assert laid_out(decode("mine.yaml", data)).encode() == data
    known = find_base(base, Path()).ruleset.hash
    with anywhere():
        assert read_ruleset(path).hash == known
    text = data.decode()
    path.write_text(uncommented(text), encoding="utf-8")
    with anywhere():
        assert read_ruleset(path).hash != known


def test_the_language_is_that_of_the_comments(trickplay: Run) -> None:
    texts = {}
    for language in LANGUAGES:
        ran = trickplay("new", language, "--from", "chouine", "--lang", language)
        assert ran.code == 0
        said = re.findall(r"(?m)^# (\S.*)", Path(f"{language}.yaml").read_text(encoding="utf-8"))
        texts[language] = set(said[1:])
    assert not texts["en"] & texts["fr"]
    assert not texts["en"] & texts["pt"]
    assert not texts["fr"] & texts["pt"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_game(trickplay: Run, language: str) -> None:
    ran = trickplay("new", "my-game", "--lang", language)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("\n  trickplay run my-game.yaml\n")
    data = Path("my-game.yaml").read_bytes()
    assert laid_out(decode("my-game.yaml", data)).encode() == data
    readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
    game = re.findall(r"^```yaml\n(ruleset: 1\n.*?)^```$", readme, re.MULTILINE | re.DOTALL)[0]
    Path("readme.yaml").write_text(game, encoding="utf-8")
    assert read_ruleset(Path("my-game.yaml")).hash == read_ruleset(Path("readme.yaml")).hash
    assert trickplay("run", "my-game.yaml", "--deals", "1").code == 0


def test_a_variant_of_a_file_beside(trickplay: Run) -> None:
    assert trickplay("new", "first", "--from", "chouine").code == 0
    ran = trickplay("new", "second", "--from", "first")
    assert ran.out == (
        "second.yaml is written\n"
        "  trickplay run second.yaml\n"
        "  trickplay diff first.yaml second.yaml\n"
    )
    assert "trickplay expand first.yaml\n" in Path("second.yaml").read_text(encoding="utf-8")
    assert trickplay("validate", ".").code == 0
    Path("inner").mkdir()
    os.chdir("inner")
    ran = trickplay("new", "third", "--from", "../first.yaml")
    assert ran.out == (
        "third.yaml is written\n"
        "  trickplay run third.yaml --allow-outside\n"
        "  trickplay diff ../first.yaml third.yaml --allow-outside\n"
    )
    assert "extends: ../first.yaml\n" in Path("third.yaml").read_text(encoding="utf-8")
    assert trickplay("validate", ".").code == 1
    assert trickplay("validate", ".", "--allow-outside").code == 0


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (
            ("Mon Été",),
            "a ruleset's name has small letters, digits and hyphens, such as mon-ete",
        ),
        (("",), "a ruleset's name has small letters, digits and hyphens, such as my-village"),
        (("../x",), "a ruleset's name has small letters, digits and hyphens, such as x"),
        (("chouine",), "chouine comes with the program; choose another name"),
        (("here",), "here.yaml exists already; --force writes over it"),
        (("here", "--from", "here", "--force"), "a variant cannot extend itself"),
    ],
)
def test_refused(trickplay: Run, args: tuple[str, ...], error: str) -> None:
    trickplay("new", "here", "--from", "chouine")
    before = Path("here.yaml").read_bytes()
    ran = trickplay("new", *args)
    assert (ran.code, ran.out, lasts(ran.err)) == (2, "", error + "\n")
    assert os.listdir() == ["here.yaml"]
    assert Path("here.yaml").read_bytes() == before


def test_no_such_base(trickplay: Run) -> None:
    ran = trickplay("new", "mine", "--from", "chuoine")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "no shipped ruleset is called chuoine; did you mean `chouine`?\n"
    assert os.listdir() == []


def test_a_base_with_problems(trickplay: Run) -> None:
    Path("broken.yaml").write_text("ruleset: 1\nname: broken\nextends: chouine\ndeal: 5\n", "utf-8")
    ran = trickplay("new", "mine", "--from", "broken")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("broken.yaml:4:7: ")
    assert os.listdir() == ["broken.yaml"]


def test_force(trickplay: Run) -> None:
    Path("mine.yaml").write_text("something else", encoding="utf-8")
    assert trickplay("new", "mine.yaml", "--from", "chouine", "--force").code == 0
    assert read_ruleset(Path("mine.yaml")).name == "mine"
    assert os.listdir() == ["mine.yaml"]


# -- what is asked ---------------------------------------------------------------------------------


def answers(*typed: str, args: tuple[str, ...] = ()) -> Terminal:
    """A terminal in which these lines are typed, one at each question."""
    terminal = Terminal("new", "mine", "--from", str(COUNCIL), *args)
    for line in typed:
        terminal.wait_for(" > ")
        terminal.type(line)
    return terminal


def test_what_differs_is_asked() -> None:
    typed = ("1", "6", "9", "quick", "16", "no", "19", "if bid then 12 else 0", "20", "5 1 4 3", "")
    with answers(*typed, "Our council", 'Aunt Jo, 1987: "so"') as terminal:
        assert terminal.end() == 0
    assert terminal.text.endswith(
        "\nmine.yaml is written, with 5 changes\n"
        "  trickplay run mine.yaml --allow-outside\n"
        f"  trickplay diff {COUNCIL} mine.yaml --allow-outside\n"
    )
    text = Path("mine.yaml").read_text(encoding="utf-8")
    assert text.split("title: Our council\n")[1] == (
        """
sources: {village: "Aunt Jo, 1987: \\"so\\""}

options:
  pace: {default: quick, source: village}

tricks:
  reply:
    - follow: ~

scoring:
  points:
    bid: {points: if bid then 12 else 0, source: village}
  worth: if both then 5 else if first_win = 1 then 4 else 3
  source: village

match:
  deals: 6
  source: village
"""
    )
    with anywhere():
        assert read_ruleset(Path("mine.yaml")).bases == ("council",)


def test_the_list() -> None:
    with answers("", "") as terminal:
        assert terminal.end() == 0
    assert terminal.text.split("\nWhat is different?")[0] == (
        """Council, 3 players

   1  deals in a match                        4
   2  cards dealt to each player              7
   3  cards dealt at a time                   3
   4  card points of A                        11
   5  card points of 10                       10
   6  card points of K                        4
   7  card points of Q                        3
   8  card points of J                        2
   9  the pace, unless agreed otherwise       slow
  10  frank, unless agreed otherwise          yes
  11  before the first trick: bidding         yes
  12  before the first trick: changing cards  yes
  13  before the first trick: double          yes
  14  before the first trick: again           yes
  15  rule for the lead: open                 yes
  16  rule for the others: follow             yes
  17  rule for the others: throw              yes
  18  in the score: cards                     value(won)
  19  in the score: bid                       if bid and me = left(dealer) then…
  20  what a won deal counts in the match     if both then 3 else if first_win …

?: this list again    quit: stop, nothing is written"""
    )
    assert "# Examples of what can differ." in Path("mine.yaml").read_text(encoding="utf-8")


DIALOGUE = """What is different? (a number; Enter when that is all) > 21
the list goes from 1 to 20
What is different? (a number; Enter when that is all) > five
the list goes from 1 to 20
What is different? (a number; Enter when that is all) > 1
deals in a match [4] > many
a whole number is wanted here, not `many`
deals in a match [4] > 2000
`deals` must be at most 1000
deals in a match [4] > 5
  deals in a match: 5 instead of 4
What is different? (a number; Enter when that is all) > 1
deals in a match [5] > 4
  deals in a match: 4, as before
What is different? (a number; Enter when that is all) > 9
the pace, unless agreed otherwise: slow/quick/silent [slow] > fast
it is one of slow, quick, silent
the pace, unless agreed otherwise: slow/quick/silent [slow] > silent
  the pace, unless agreed otherwise: silent instead of slow
What is different? (a number; Enter when that is all) > 11
before the first trick: bidding: yes/no [yes] > no
`bid` cannot be removed: it is used in {used}
before the first trick: bidding: yes/no [yes] >{blank}
What is different? (a number; Enter when that is all) > 17
rule for the others: throw: yes/no [yes] > n
  rule for the others: throw: no instead of yes
What is different? (a number; Enter when that is all) > 17
rule for the others: throw: yes/no [no] > oui
  rule for the others: throw: yes, as before
What is different? (a number; Enter when that is all) > 19
Numbers alone, such as 10 0, go in the places of those that are there.
in the score: bid [if bid and me = left(dealer) then 10 else 0] > 20
2 numbers are there: type as many, or a whole expression
in the score: bid [if bid and me = left(dealer) then 10 else 0] > 20, 1
  in the score: bid: {new} instead of if bid and me = left(dealer) then 10 else 0
What is different? (a number; Enter when that is all) > 18
in the score: cards [value(won)] > value(wonn)
`wonn` is not a word of the language or a name of this ruleset (did you mean `won`?)
in the score: cards [value(won)] > count(won)
  in the score: cards: count(won) instead of value(won)
What is different? (a number; Enter when that is all) >{blank}
What is your variant called? [Mine] >{blank}
Who told you, or where did you read it? (Enter to leave it out) >{blank}
mine.yaml is written, with 3 changes
"""


def test_every_answer_is_tried_at_once() -> None:
    """The dialogue as it stands on the screen; what is typed stands behind `>`."""
    new = "if bid and me = left(dealer) then 20 else 1"
    lines = COUNCIL.read_text(encoding="utf-8").splitlines()
    used = next(i for i, line in enumerate(lines, 1) if "both: bid" in line)
    dialogue = DIALOGUE.format(blank=" ", used=f"{COUNCIL}:{used}", new=new).splitlines()
    typed = [line.split("> ", 1)[1] for line in dialogue if "> " in line]
    with answers(*typed) as terminal:
        assert terminal.end() == 0
    came = terminal.text[terminal.text.index("What is different?") :].splitlines()
    assert came[: len(dialogue)] == dialogue
    assert "sources" not in Path("mine.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("keys", ["quit\r", "QUITTER\r", "\x04", "\x03", "1\r\x04", "1\r5\r\r\x03"])
def test_who_stops_leaves_nothing(keys: str) -> None:
    with answers() as terminal:
        for key in re.findall(r"[^\r]*\r|[\x03\x04]", keys):
            terminal.wait_for(" > ")
            terminal.send(key)
        assert terminal.end() == 130
    assert terminal.text.endswith("\nstopped; nothing was written\n")
    assert os.listdir() == []


def test_rules_that_go_take_their_changes_along() -> None:
    typed = ("24", "100", "23", "no", "17", "no", "18", "50 25", "", "", "")
    with Terminal("new", "mine", "--from", "chouine") as terminal:
        for line in typed:
            terminal.wait_for(" > ")
            terminal.type(line)
        assert terminal.end() == 0
    text = Path("mine.yaml").read_text(encoding="utf-8")
    assert text.split("title: Mine\n")[1] == (
        """
declarations:
  quinte: ~
  mariage: {points: if s = trump then 50 else 25}
"""
    )


@pytest.mark.parametrize(
    ("language", "question", "no"),
    [
        ("en", "What is different?", "no"),
        ("fr", "Qu’est-ce qui change", "non"),
        ("pt", "O que", "não"),
    ],
)
def test_questions_are_asked_in_the_language(language: str, question: str, no: str) -> None:
    with answers("16", no, "", "", "", args=("--lang", language)) as terminal:
        assert terminal.end() == 0
    assert question in terminal.text
    assert "    - follow: ~\n" in Path("mine.yaml").read_text(encoding="utf-8")


def test_nothing_is_asked_where_nobody_sits_or_on_request() -> None:
    with Terminal("new", "mine", "--from", "chouine", "--yes") as terminal:
        assert terminal.end() == 0
    assert terminal.text.startswith("mine.yaml is written\n")
