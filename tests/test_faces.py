"""Other packs for the same cards: what lies on the table is shown and typed, records stay as they
are. In games/six.yaml, and with packs made here.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from council_table import council
from helpers import ROOT, chouine, dumped, played
from positions import FOLDER

from interpreter import Game, Match, load
from interpreter.rules.read import read_deck, ruleset_from_data
from interpreter.rules.shelf import shipped
from interpreter.table.narration import Narrator
from interpreter.table.spelling import ascii_only, card_text, code_text, named_text, suit_text
from interpreter.text.messages import speak
from interpreter.text.problem import RulesetError
from interpreter.text.source import Source

SUITS = {"D": "D", "C": "H", "B": "C", "E": "S"}
"""codes of the suits of the Spanish pack, and those of the French one that stand for them"""
RANKS = {"C": "Q"}
SIGNS = {"D": "♦", "H": "♥", "C": "♣", "S": "♠"}


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Whatever was spoken in a test, the next one begins in English, with signs."""
    yield
    speak("en")
    ascii_only(False)


def six() -> Game:
    return load(FOLDER / "six.yaml")


def other(code: str) -> str:
    """The French card for a Spanish one."""
    return RANKS.get(code[:-1], code[:-1]) + SUITS[code[-1]]


# -- the cards ------------------------------------------------------------------------------------


def test_cards_have_the_same_numbers() -> None:
    own, face = six(), six().with_cards("french")
    assert face.ruleset is not None
    assert face.ruleset.deck.codes == own.ruleset.deck.codes
    assert face.face.codes == tuple(other(code) for code in own.ruleset.deck.codes)
    assert face.face.size == own.ruleset.deck.size == 32
    assert (face.hash, face.actions) == (own.hash, own.actions)
    assert own.face is own.ruleset.deck


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_game_with_every_pack(name: str) -> None:
    """Each card is another one in the other pack too; so the deck is whole."""
    game = load(name)
    for pack in game.ruleset.deck.faces:
        face = game.with_cards(pack).face
        assert len(set(face.codes)) == len(face.codes) == game.ruleset.deck.size
        for card in range(face.size):
            assert face.rank(card) == face.ranks[card % len(face.ranks)]
            assert game.with_cards(pack).notation.find(face.codes[card]) == card
    assert "french" in {game.ruleset.deck.name, *game.ruleset.deck.faces}


def test_a_whole_deck_has_faces() -> None:
    deck = read_deck(ROOT / "rulesets" / "decks" / "spanish.yaml")
    assert list(deck.faces) == ["french"]
    assert deck.faces["french"].codes == tuple(other(code) for code in deck.codes)
    assert read_deck(ROOT / "rulesets" / "decks" / "french.yaml").faces == {}


def test_the_own_pack_can_be_asked_for_by_name() -> None:
    game = six().with_cards("french").with_cards("spanish")
    assert game.face is game.ruleset.deck


@pytest.mark.parametrize(
    ("game", "name", "message"),
    [
        ("six", "tarot", "six cannot be played with the cards `tarot`; there are: spanish, french"),
        ("six", "", "six cannot be played with the cards ``; there are: spanish, french"),
        ("four", "spanish", "four cannot be played with the cards `spanish`; there are: french"),
        (
            "four",
            "x" * 99,
            f"four cannot be played with the cards `{'x' * 40}`; there are: french",
        ),
    ],
)
def test_unknown_packs(game: str, name: str, message: str) -> None:
    with pytest.raises(ValueError, match="cannot be played") as caught:
        load(FOLDER / f"{game}.yaml").with_cards(name)
    assert str(caught.value) == message


# -- typing and showing ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("AD", "AD"),
        ("QH", "CC"),
        ("Q♥", "CC"),
        ("♥Q", "CC"),
        ("queen of hearts", "CC"),
        ("dame de cœur", "CC"),
        ("D♥", "CC"),
        ("JS", "JE"),
        ("valet de pique", "JE"),
        ("7C", "7B"),
        ("sete de paus", "7B"),
    ],
)
def test_cards_are_typed_as_they_lie_on_the_table(typed: str, code: str) -> None:
    game = six().with_cards("french")
    number = game.notation.find(typed)
    assert number is not None
    assert game.ruleset.deck.codes[number] == code


@pytest.mark.parametrize("typed", ["CE", "C♥", "JE", "knight of cups", "C∪", "valet d'épées", "9D"])
def test_cards_of_the_own_pack_are_not_on_the_table(typed: str) -> None:
    assert six().with_cards("french").notation.find(typed) is None


def test_every_card_is_shown_as_it_can_be_typed() -> None:
    for game, language in itertools.product(
        (six(), six().with_cards("french")), ("en", "fr", "pt")
    ):
        speak(language)
        for card, code in enumerate(game.ruleset.deck.codes):
            text = card_text(game, card)
            assert text == code_text(game, code)
            assert game.notation.find(text) == card, text


def test_signs_letters_and_suits_of_the_table() -> None:
    game = six().with_cards("french")
    assert [code_text(game, code) for code in ("CC", "KD", "JE", "7B")] == ["Q♥", "K♦", "J♠", "7♣"]
    assert [suit_text(game, code) for code in "DCBE"] == ["♦", "♥", "♣", "♠"]
    assert [suit_text(six(), code) for code in "DCBE"] == ["●", "∪", "▮", "†"]
    ascii_only(True)
    assert [code_text(game, code) for code in ("CC", "7B")] == ["QH", "7C"]
    assert [suit_text(game, code) for code in "DCBE"] == ["D", "H", "C", "S"]


def test_sentences_are_those_of_the_table() -> None:
    """Told with the other pack, a match is the same but for the names of the cards."""
    own, face = six(), six().with_cards("french")
    match = played(own.match(seed=1), 1)
    names = tuple(f"seat {i}" for i in range(6))
    for event in match.events:
        mine, theirs = Narrator(own, names).tell(event), Narrator(face, names).tell(event)
        for code in own.ruleset.deck.codes:
            text = other(code)
            mine = mine.replace(code_text(own, code), f"{text[:-1]}{SIGNS[text[-1]]}")
        assert mine == theirs


# -- playing --------------------------------------------------------------------------------------


def test_records_keep_the_codes_of_the_own_pack() -> None:
    """Actions too: they are a game's own text, whatever lies on the table."""
    own, face = (played(game.match(seed=6), 2) for game in (six(), six().with_cards("french")))
    assert dumped(own.record) == dumped(face.record)
    assert [dumped(own.view(seat)) for seat in range(6)] == [
        dumped(face.view(seat)) for seat in range(6)
    ]
    assert Match.from_record(face.record).game.face.name == "spanish"
    again = Match.from_record(face.record, six().with_cards("french"))
    assert again.game.face.name == "french"
    assert dumped(again.record) == dumped(own.record)


def test_refusals_name_the_cards_of_the_table() -> None:
    match = six().with_cards("french").match(seed=6, dealer=0)
    hand = match.view(match.turn or 0).hand
    missing = next(code for code in six().ruleset.deck.codes if code not in hand)
    text = other(missing)
    with pytest.raises(ValueError, match="you do not hold") as caught:
        match.apply(f"play {missing}")
    assert str(caught.value) == f"you do not hold {text[:-1]}{SIGNS[text[-1]]}"


# -- packs made here ------------------------------------------------------------------------------

PACK = """\
deck: 1
name: {name}
title: a pack
suits:
  - cups: {{code: C, title: cups}}
  - coins: {{code: D, title: coins}}
ranks:
  - A: {{title: ace}}
  - 7: {{title: seven}}
"""
GAME = """\
ruleset: 1
name: tiny
title: Tiny
players: 2
deck: {use: mine}
dealer: {first: [most: strength(drawn)], next: left(dealer)}
deal: {cards: 1, first: left(dealer)}
tricks: {ranking: [A, 7], wins: [deck]}
scoring: {winner: [most: tricks]}
match: {wins: 1, repeats: 5}
"""


def tiny(folder: Path, also: str, others: tuple[str, ...] = ("theirs",)) -> Path:
    (folder / "decks").mkdir()
    text = PACK.format(name="mine") + f"also:\n  {also}\n"
    (folder / "decks" / "mine.yaml").write_text(text, encoding="utf-8")
    for name in others:
        (folder / "decks" / f"{name}.yaml").write_text(PACK.format(name=name), encoding="utf-8")
    (folder / "tiny.yaml").write_text(GAME, encoding="utf-8")
    return folder / "tiny.yaml"


def test_suits_can_change_places(tmp_path: Path) -> None:
    path = tiny(tmp_path, "theirs: {suits: {cups: coins, coins: cups}}")
    game = load(path).with_cards("theirs")
    assert game.ruleset.deck.codes == ("AC", "7C", "AD", "7D")
    assert game.face.codes == ("AD", "7D", "AC", "7C")
    assert game.notation.find("ace of cups") == 2


def test_ranks_can_change_places(tmp_path: Path) -> None:
    path = tiny(tmp_path, "theirs: {suits: {}, ranks: {A: 7, 7: A}}")
    assert load(path).with_cards("theirs").face.codes == ("7C", "AC", "7D", "AD")


def test_several_packs(tmp_path: Path) -> None:
    path = tiny(
        tmp_path,
        "theirs: {suits: {}}\n  ours: {suits: {cups: coins, coins: cups}}",
        ("theirs", "ours"),
    )
    assert list(load(path).ruleset.deck.faces) == ["ours", "theirs"]


def test_a_record_without_the_other_pack_can_still_be_read(tmp_path: Path) -> None:
    """The packs of another folder are not there; the game is, with its own."""
    game = load(tiny(tmp_path, "theirs: {suits: {}}"))
    assert list(game.ruleset.deck.faces) == ["theirs"]
    record: list[dict[str, Any]] = json.loads(dumped(played(game.match(seed=1), 1).record))
    match = Match.from_record(record)
    assert match.over
    assert match.game.ruleset.deck.faces == {}
    assert match.game.hash == game.hash


def test_a_missing_pack_is_told_where_it_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as caught:
        load(tiny(tmp_path, "thiers: {suits: {}}"))
    (problem,) = caught.value.problems
    assert (problem.kind, problem.span.text) == ("unknown-deck", "thiers")


def test_faces_do_not_change_the_hash(tmp_path: Path) -> None:
    data = json.loads(json.dumps(six().ruleset.document))
    assert data["deck"]["use"].pop("also")
    assert ruleset_from_data(data, Source("data", " ")).hash == six().hash


# -- nicknames ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("the lady", "QS"),
        ("lady", "QS"),
        ("LADY", "QS"),
        ("la pucelle", "QS"),
        ("fool", "7D"),
        ("the fool", "7D"),
        ("queen of spades", "QS"),
    ],
)
def test_nicknames_are_cards(typed: str, code: str) -> None:
    game = council()
    assert game.notation.find(typed) == game.ruleset.deck.numbers[code]
    assert chouine().notation.find("fool") is None


def test_nicknames_are_told_beside_the_card() -> None:
    """In the language in use, where a single card is told."""
    game = council()
    assert named_text(game, "QS") == "Q♠ (the lady)"
    assert named_text(game, "7D") == "7♦ (fool)"
    assert named_text(game, "KS") == "K♠"
    speak("fr")
    assert named_text(game, "QS") == "D♠ (la pucelle)"
    assert named_text(game, "7D") == "7♦ (fool)"
