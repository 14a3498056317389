"""How large what is read may be: one table of limits, each with what it bounds.

Files come from anyone. What is larger than this is refused at its place, with the number; what is
not, loads, compiles and plays soon. The lengths of lists and maps stand in the schema, which
editors read too. docs/security.md is written from both.
"""

from __future__ import annotations


class Limit(int):
    """A number, and what may not be more."""

    what: str

    def __new__(cls, number: int, what: str) -> Limit:
        limit = super().__new__(cls, number)
        limit.what = what
        return limit


MAX_BYTES = Limit(200_000, "bytes of a ruleset or a deck")
MAX_NESTING = Limit(24, "lists and maps of a file that stand within each other")
MAX_CHAIN = Limit(16, "rulesets that extend each other")
MAX_PROBLEMS = Limit(100, "problems of a file that are told")

MAX_LENGTH = Limit(4_000, "characters of an expression")
MAX_TERMS = Limit(100, "parts of a chain such as `A or K or Q`")
MAX_DEPTH = Limit(48, "parts of an expression that stand within each other, names written out")
MAX_SIZE = Limit(2_000, "words, numbers and operators of an expression, names written out")
MAX_TOTAL = Limit(20_000, "the same of all its expressions, once for each suit of an `each`")
MAX_STEPS = Limit(20_000, "steps that working out an expression can take")
MAX_ALL_STEPS = Limit(200_000, "steps that working out every expression once can take")
MAX_NUMBER = Limit(2**53 - 1, "any number, whatever the cards are; below zero as well")
MAX_WORTH = Limit(1_000_000, "points of the match that a won deal counts")

MAX_LOTS = Limit(100, "rounds of a draw that does not decide; then seat 0 deals")
MAX_LINE = Limit(1_000_000, "bytes of a line of a record")
MAX_RECORD = Limit(500_000_000, "bytes of a record")
