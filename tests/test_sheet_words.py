"""The words of rule sheets: nouns, contractions, moments of a deal, phrases, what has none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from helpers import eagerly, played
from positions import expression

from interpreter.rules.read import find, read_ruleset
from interpreter.rules.ruleset import Ruleset
from interpreter.rules.types import Type
from interpreter.rules.vocabulary import WORDS
from interpreter.study.sheet import contests, phrases, things
from interpreter.study.sheet.grammar import Nouns, contracted, noun, sentence
from interpreter.study.sheet.moments import Moment, course, in_words
from interpreter.study.sheet.phrases import Phrases
from interpreter.table.game import load
from interpreter.text.messages import speak

GAMES = Path(__file__).parent / "games"


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    speak("en")


# -- nouns -----------------------------------------------------------------------------------------

NOUNS = [
    ("en", "trick", "a trick", "the trick", "tricks", "the tricks"),
    ("en", "ace", "an ace", "the ace", "aces", "the aces"),
    ("en", "match", "a match", "the match", "matches", "the matches"),
    ("en", "six", "a six", "the six", "sixes", "the sixes"),
    ("en", "the upcard", "an upcard", "the upcard", "upcards", "the upcards"),
    ("fr", "pli", "un pli", "le pli", "plis", "les plis"),
    ("fr", "levée", "une levée", "la levée", "levées", "les levées"),
    ("fr", "donne", "une donne", "la donne", "donnes", "les donnes"),
    ("fr", "atout", "un atout", "l’atout", "atouts", "les atouts"),
    ("fr", "as", "un as", "l’as", "as", "les as"),
    ("fr", "roi", "un roi", "le roi", "rois", "les rois"),
    ("fr", "dix", "un dix", "le dix", "dix", "les dix"),
    ("fr", "quatre", "un quatre", "le quatre", "quatre", "les quatre"),
    ("fr", "jeu", "un jeu", "le jeu", "jeux", "les jeux"),
    ("pt", "vaza", "uma vaza", "a vaza", "vazas", "as vazas"),
    (
        "pt",
        "distribuição",
        "uma distribuição",
        "a distribuição",
        "distribuições",
        "as distribuições",
    ),
    ("pt", "trunfo", "um trunfo", "o trunfo", "trunfos", "os trunfos"),
    ("pt", "ás", "um ás", "o ás", "ases", "os ases"),
    ("pt", "rei", "um rei", "o rei", "reis", "os reis"),
    ("pt", "três", "um três", "o três", "três", "os três"),
    ("pt", "mão", "uma mão", "a mão", "mãos", "as mãos"),
]


@pytest.mark.parametrize(("language", "word", "a", "the", "s", "all_"), NOUNS)
def test_nouns(language: str, word: str, a: str, the: str, s: str, all_: str) -> None:
    speak(language)
    found = noun(word)
    forms = (f"{found:a}", f"{found:the}", f"{found:s}", f"{found:the s}")
    assert tuple(map(contracted, forms)) == (a, the, s, all_)


def test_forms_by_gender_and_of_several() -> None:
    speak("fr")
    assert f"{noun('levée'):le dernier|la dernière}" == "la dernière"
    assert f"{noun('pli'):le dernier|la dernière}" == "le dernier"
    some = Nouns((noun("as"), noun("dame")))
    assert (f"{some:a}", f"{some:the s}", f"{some:no}") == (
        "un as ou une dame",
        "les as et les dames",
        "aucun as ni aucune dame",
    )


CONTRACTIONS = [
    ("fr", "le numéro de le pli, de les as et à le as", "le numéro du pli, des as et à l’as"),
    ("fr", "parmi que il, si il, de épées, à les plis", "parmi qu’il, s’il, d’épées, aux plis"),
    ("fr", "le onze `de le pli`", "le onze `de le pli`"),
    ("pt", "de a vaza, em o monte, a o rei, a a vaza", "da vaza, no monte, ao rei, à vaza"),
    ("pt", "por o dador, em uma vaza, de `de a`", "pelo dador, numa vaza, de `de a`"),
    ("en", "of the trick", "of the trick"),
]


@pytest.mark.parametrize(("language", "text", "wanted"), CONTRACTIONS)
def test_contractions(language: str, text: str, wanted: str) -> None:
    speak(language)
    assert contracted(text) == wanted


def test_sentences() -> None:
    assert sentence("a trick") == "A trick."
    assert sentence("as follows:") == "As follows:"
    assert sentence("") == ""


# -- moments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["chouine", "chouine-trois", "chouine-quatre", "aluette"])
def test_the_course_of_a_deal_is_that_of_a_match(name: str) -> None:
    """The stock before each trick, as the engine has it."""
    game = load(name)
    match = played(game.match(seed=3), 3, eagerly)
    assert len(match.events) > 10
    match, seen = game.match(seed=5), dict[int, int]()
    while not any(event.kind == "closed" for event in match.events):
        state = match._state
        if state.led == game.ruleset.deck.size and hasattr(state, "trick"):
            view = match.view(match.turn or 0)
            seen.setdefault(len(match.events), view.stock)
        plain = [a for a in match.actions() if str(a).startswith(("play", "pass", "no"))]
        match.apply(plain[0])
    expected = [at.stock for at in course(game.ruleset) if at.leads]
    stocks = list(seen.values())
    runs, wanted = ([key for key, _same in groupby(row)] for row in (stocks, expected))
    assert runs == wanted
    assert len(expected) == game.ruleset.tricks_a_deal


MOMENTS = [
    ("stock < players", "in the last 5 tricks"),
    ("stock = 0", "in the last 5 tricks"),
    ("stock > 0", "in the first 11 tricks"),
    ("stock >= 0", ""),
    ("stock > 100", "never"),
    ("trick = 1", "in the first trick"),
    ("trick = 16", "in the last trick"),
    ("trick = 7", "in trick 7"),
    ("trick > 4", "from trick 5 on"),
    ("trick = 2 or trick = 3 or trick = 9", "in tricks 2–3, 9"),
    ("empty(led)", "on the lead"),
    ("not empty(led)", "in reply"),
    ("trick = 7 and empty(led)", "in trick 7, on the lead"),
    ("stock > 2 or stock = 2 and empty(led)", "until the lead to trick 11"),
    ("trick = 1 and empty(led) or trick = 2 and not empty(led)", None),
]


@pytest.mark.parametrize(("text", "wanted"), MOMENTS)
def test_moments(text: str, wanted: str | None) -> None:
    r = read_ruleset(find("chouine"))
    expr = expression("chouine", text, Type.TRUTH)
    words = in_words(phrases.resolved(expr), r, noun("trick"))
    if wanted is None:
        assert words == "in the first trick, on the lead or in trick 2 in reply"
    else:
        assert words == wanted


def test_moments_are_named() -> None:
    assert course(read_ruleset(find("chouine")))[0] == Moment(1, True, 22, 2)


# -- phrases ---------------------------------------------------------------------------------------


def jacks() -> Ruleset:
    return read_ruleset(GAMES / "jacks.yaml")


CLAUSES = [
    ("led in trump", "the card led is a trump"),
    ("not led in trump", "the card led is not a trump"),
    ("holds(A or 10)", "the player holds an ace or a ten"),
    ("not holds(A or 10)", "the player holds no ace, and no ten"),
    ("not holds(K of hearts)", "the player does not hold the king of hearts"),
    ("empty(turned)", "the turned card is not there"),
    ("empty(trump of hand)", "there are no cards of trumps in hand"),
    ("me = dealer", "the player is the dealer"),
    ("me != left(leader)", "the player is not the left neighbour of the player who led"),
    ("count(hand) >= 5", "the number of cards in hand is at least 5"),
    ("5 > count(hand)", "the number of cards in hand is below 5"),
    ("led in (turned or played)", "the card led has been turned up or played"),
    ("led in A and me = leader", "the card led is an ace and the player is the player who led"),
    ("not (led in A or led in K)", "the card led is not an ace and the card led is not a king"),
    ("led in A or led in K and me = leader", None),
]


@pytest.mark.parametrize(("text", "wanted"), CLAUSES)
def test_clauses(text: str, wanted: str | None) -> None:
    p = Phrases(read_ruleset(find("chouine-trois")))
    found = p.clause(expression("chouine-trois", text, Type.TRUTH))
    assert found == (
        wanted
        or "the card led is an ace or (the card led is a king and the player is the player who led)"
    )
    assert p.unsaid == []


def test_every_word_has_a_phrase() -> None:
    """A word of the language that is new is noticed here."""
    spoken = {*things.WORDS, "deck", "none", "suit", "strength", "count", "value", "empty"}
    spoken |= {"min", "max", "players", "left", "right", "dealer", "leader", "me", "winner"}
    spoken |= {"last_winner", "stock", "trick", "round", "declared", "tricks", "first_win"}
    spoken |= {"last_win", "points", "decided", "holds"}
    assert {word.name for word in WORDS} == spoken
    assert {key for _most, key in contests._known()} >= {"points", "tricks", "strength(drawn)"}


def test_what_has_no_phrase_is_told_as_it_is_written() -> None:
    p = Phrases(jacks())
    text = "holds(if led in A then K else Q)"
    assert p.clause(expression("chouine", text, Type.TRUTH)) == (
        "the player holds a card of `if led in A then K else Q`"
    )
    assert p.unsaid == ["if led in A then K else Q"]
