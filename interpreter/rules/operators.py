"""The operators of the language: a row each, from loose to tight. The manual is written from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Operator:
    """A row of the operators, from loose to tight."""

    sign: str
    takes: str
    gives: str
    doc: str
    example: tuple[str, str]


OPERATORS = (
    Operator(
        "if … then … else …",
        "a condition and two things of one kind",
        "that kind",
        "the first of the two if the condition holds, else the second",
        ("if led in trump then 1 else 2", "2"),
    ),
    Operator(
        "or",
        "sets of cards, or conditions",
        "the same",
        "the cards that are in any of the sets; or whether one of the conditions holds",
        ("(K or J) of hand", "K of clubs or J of diamonds"),
    ),
    Operator(
        "and",
        "conditions",
        "a condition",
        "whether all of them hold",
        ("stock = 20 and dealer = me", "yes"),
    ),
    Operator(
        "not",
        "a condition",
        "a condition",
        "whether it does not hold",
        ("not led in trump", "yes"),
    ),
    Operator(
        "= != < <= > >=",
        "two numbers; for `=` and `!=` also two sets of cards or two players",
        "a condition",
        "equal, not equal, less, at most, more, at least",
        ("count(hand) >= 5", "yes"),
    ),
    Operator(
        "in",
        "two sets of cards",
        "a condition",
        "whether all cards of the first are in the second; no if the first has no card",
        ("led in (A or K)", "yes"),
    ),
    Operator(
        "except",
        "sets of cards",
        "a set of cards",
        "the cards of the first that are in none of the others",
        ("hand except clubs", "7 of hearts or (10 or J) of diamonds"),
    ),
    Operator("+ -", "numbers", "a number", "sum, difference", ("stock + 2 - 1", "21")),
    Operator("*", "numbers", "a number", "product", ("2 * stock", "40")),
    Operator(
        "of",
        "sets of cards",
        "a set of cards",
        "the cards that are in all of the sets",
        ("trump of hand", "7 of hearts"),
    ),
    Operator(
        "-",
        "one number, behind the sign",
        "a number",
        "the same number below zero",
        ("-3 + 5", "2"),
    ),
)
