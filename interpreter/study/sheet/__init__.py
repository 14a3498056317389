"""Rule sheets: the rules of a game for people, written from the ruleset.

    grammar.py      nouns and small words of three languages
    things.py       cards in words          phrases.py   players, numbers, conditions
    contests.py     who wins a lot or deal  moments.py   in which tricks a condition holds
    model.py        a sheet as values
    opening.py, play.py, calls.py, ending.py             its sections
    differences.py  options, and what a variant changes  sources.py
    compose.py      all of it
    markdown.py, html.py, drawing.py                     how it is written

In: a Ruleset. Out: a Sheet, and that as Markdown or HTML. Every sentence is a template of the
catalogue; words and numbers come from the ruleset.
"""

from .compose import sheet

__all__ = ["sheet"]
