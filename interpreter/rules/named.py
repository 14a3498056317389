"""The sets, numbers and conditions that a ruleset names: free names, no circles, bounded size.

In: a document. Out: the table of named values, each parsed once. What is wrong with one is told
here, once; it stays in the table without a tree, so that its uses are not called unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ..text.document import Mapping, Node, Scalar
from ..text.limits import MAX_TOTAL
from ..text.messages import _
from ..text.problem import Problems, RulesetError
from ..text.syntax import Syntax, parse
from .check import Checker, weigh
from .names import Named, Names, clashes
from .types import Type

SECTIONS = {"sets": Type.CARDS, "numbers": Type.NUMBER, "conditions": Type.TRUTH}


def read_named(
    document: Mapping, names: Names, problems: Problems, sound: Callable[[Node], bool]
) -> None:
    """Put the named values of a document into `names`; those that are not sound without a tree."""
    for section, type_ in SECTIONS.items():
        part = document.get(section)
        for key, node in part.entries if isinstance(part, Mapping) else ():
            if key.text in names.named:
                names.named[key.text] = replace(names.named[key.text], tree=None)
            if free_name(key, names, problems):
                usable = isinstance(node, Scalar) and sound(node)
                tree = _parsed(node, problems) if usable else None
                names.named[key.text] = Named(key.text, type_, tree)
    _untangle(names, problems)
    if sum(value.size for value in names.named.values()) > MAX_TOTAL:
        text = _("written out, the named values of this file are too large")
        largest = max(names.named.values(), key=lambda value: value.size)
        assert largest.tree is not None
        problems.add("too-large", text, largest.tree.span)
        problems.stop_if_any()


def free_name(key: Scalar, names: Names, problems: Problems) -> bool:
    """Whether a name is free; a problem if it is not."""
    message = None
    if any(clashes([key.text])):
        message = _("`{name}` is a word of the language")
    elif key.text in names.ranks or key.text in names.suits:
        message = _("`{name}` is a rank or a suit of the deck")
    elif key.text in names:
        message = _("`{name}` is the name of something else already")
    if message:
        text = message.format(name=key.text)
        problems.add("name-clash", text, key.span, _("choose another name"))
    return message is None


def check_named(names: Names, problems: Problems) -> None:
    """Check every named value by itself, also those that nothing uses."""
    for named in names.named.values():
        if named.tree is not None:
            try:
                Checker(names, "any").check(named.tree, named.type)
            except RulesetError as error:
                problems.note(error.problems)


def _parsed(node: object, problems: Problems) -> Syntax | None:
    assert isinstance(node, Scalar)
    try:
        return parse(node)
    except RulesetError as error:
        problems.note(error.problems)
        return None


def _untangle(names: Names, problems: Problems) -> None:
    """Weigh the named values, those first that others use; refuse circles and what is too large.

    Goes down the uses without recursion: a ruleset may name thousands of values.
    """
    named, done, large = names.named, set[str](), set[str]()
    for start in named:
        path: dict[str, Iterator[Syntax]] = {}
        if start not in done:
            path[start] = _uses(named[start], named)
        while path:
            name, uses = next(reversed(path.items()))
            use = next(uses, None)
            if use is None:
                path.popitem()
                done.add(name)
                if not large.isdisjoint(use.words[0] for use in _uses(named[name], named)):
                    large.add(name)
                    named[name] = replace(named[name], tree=None)
                elif not _weigh(name, names, problems):
                    large.add(name)
            elif use.words[0] in path:
                ring = [*path][[*path].index(use.words[0]) :]
                text = _("these names go round in a circle: {ring}")
                text = text.format(ring=" → ".join((*ring, use.words[0])))
                problems.add("cycle", text, use.span)
                for member in ring:
                    named[member] = replace(named[member], tree=None)
            elif use.words[0] not in done:
                path[use.words[0]] = _uses(named[use.words[0]], named)


def _weigh(name: str, names: Names, problems: Problems) -> bool:
    """Note how large a value is; False, with a problem, if it is too large."""
    named = names.named[name]
    if named.tree is None:
        return True
    try:
        depth, size = weigh(named.tree, names)
    except RulesetError as error:
        problems.note(error.problems)
        names.named[name] = replace(named, tree=None)
        return False
    names.named[name] = replace(named, depth=depth, size=size)
    return True


def _uses(named: Named, others: dict[str, Named]) -> Iterator[Syntax]:
    """The places in a value where others are named."""
    todo = [named.tree] if named.tree else []
    while todo:
        node = todo.pop()
        if node.op == "name" and node.words[0] in others:
            yield node
        todo += reversed(node.parts)
