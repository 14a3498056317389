"""Cards as people write them: in codes, with signs, in words of three languages."""

from __future__ import annotations

import unicodedata
from itertools import product

import pytest
from helpers import PACK, RANKS, chouine

SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
SUITS = {
    "S": ("pique", "espadas", "spades"),
    "H": ("cœur", "copas", "hearts"),
    "D": ("carreau", "ouros", "diamonds"),
    "C": ("trèfle", "paus", "clubs"),
}
WORDS = {
    "A": ("as", "ás", "ace"),
    "K": ("roi", "rei", "king"),
    "Q": ("dame", "dama", "queen"),
    "J": ("valet", "valete", "jack"),
    "10": ("dix", "dez", "ten"),
    "9": ("neuf", "nove", "nine"),
    "8": ("huit", "oito", "eight"),
    "7": ("sept", "sete", "seven"),
}
LETTERS = {"K": "R", "Q": "D", "J": "V"}
LINKS = (" de ", " de ", " of ")


def find(text: str) -> str | None:
    card = chouine().notation.find(text)
    return None if card is None else chouine().ruleset.deck.codes[card]


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10H", "10H"),
        ("♥10", "10H"),
        ("♥️10", "10H"),
        ("as de coeur", "AH"),
        ("dame de trèfle", "QC"),
        ("R♥", "KH"),
        ("ás de copas", "AH"),
        ("dez de ouros", "10D"),
        ("ten of hearts", "10H"),
    ],
)
def test_the_spellings_of_the_issue(text: str, card: str) -> None:
    assert find(text) == card


def spellings(rank: str, suit: str) -> list[str]:
    """Every way to write a card."""
    sign = SIGNS[suit]
    texts = [rank + suit]
    for letter in {rank, LETTERS.get(rank, rank)}:
        for mark in (sign, sign + "\ufe0f", sign + "\ufe0e"):
            texts += [letter + mark, mark + letter, f"{letter} {mark}", f"{mark} {letter}"]
    for word, name, link in zip(WORDS[rank], SUITS[suit], LINKS, strict=True):
        texts += [word + link + name, f"{word} {name}", f"{name} {word}", f"{word} {sign}"]
        texts += [f"{rank}{link}{name}", f"the {word}{link}{name}"]
    return texts


@pytest.mark.parametrize("card", PACK)
def test_every_card_in_every_spelling(card: str) -> None:
    rank, suit = card[:-1], card[-1]
    for text in spellings(rank, suit):
        plain = "".join(
            c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)
        )
        forms = {
            text,
            text.upper(),
            text.lower(),
            text.title(),
            plain,
            unicodedata.normalize("NFD", text),
            text.replace("œ", "oe"),
            f"  {text} ",
            text.replace(" ", "   "),
            text.replace(" ", "\u00a0"),
        }
        for form in forms:
            assert find(form) == card, form


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("l'as de pique", "AS"),
        ("l’as de cœur", "AH"),
        ("le roi d'ouros", "KD"),
        ("the queen of the clubs", "QC"),
        ("rei das espadas", "KS"),
        ("ace of spade", "AS"),
        ("１０H", "10H"),
    ],
)
def test_other_words(text: str, card: str) -> None:
    assert find(text) == card


def test_local_letters_need_a_sign() -> None:
    """R, D and V are letters of French cards only beside a sign: D is also the code of a suit."""
    for (rank, letter), suit in product(LETTERS.items(), "SHDC"):
        assert find(letter + suit) is None
        assert find(suit + letter) is None
        assert find(letter) is None
        assert find(letter + SIGNS[suit]) == rank + suit
        for name in SUITS[suit]:
            assert find(f"{letter} {name}") is None
            assert find(f"{letter} de {name}") is None


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "♥", "10", "H", "hearts", "Q", "of", "de", "H10", "6H", "11H", "1H", "0H"),
        *("10H 10H", "10HH", "ten hearts spades", "ten ten", "♥♥", "10♥♠", "joker", "-", "10-H"),
        *("KS.", "play KS", "x" * 10_000, "\x00", "😀", "♡10"),
    ],
    ids=lambda text: repr(text)[:20],
)
def test_what_is_no_card(text: str) -> None:
    assert find(text) is None


def test_codes_are_rank_and_suit_letter() -> None:
    deck = chouine().ruleset.deck
    assert deck.codes == PACK == tuple(rank + suit for suit in "SHDC" for rank in RANKS)
    assert [find(code) for code in deck.codes] == list(PACK)
