"""The same document in another layout: spacing, order of keys, brackets, quotes, comments.

In: a document and a source of chance. Out: a text that says the same, with a comment of its own
number in many places where YAML allows one. `check_layout` lays it out again.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path

from interpreter.rules.read import read_deck, read_ruleset
from interpreter.text.document import Mapping, Node, Scalar, Sequence, decode, plain, read
from interpreter.text.layout import laid_out
from interpreter.text.source import Source

PLAIN = re.compile(r"[^\W_](?:[\w ()+*<>=/.’…;-]|:(?=\w))*(?<! )")


class Mangler:
    """Writes documents in odd ways."""

    def __init__(self, seed: int, remarks: float = 0.15) -> None:
        self.rng = random.Random(seed)
        self.remarks = remarks
        self.count = 0
        self.open = False  # a text in a block ends where something is indented less

    def file(self, document: Mapping) -> str:
        """A whole file."""
        lines = self.between("")
        in_brackets = self.chance(0.05)
        body = [self.brackets(document, " ")] if in_brackets else self.block(document, "")
        if self.chance(0.1):
            lines.append("---")
        return "\n".join([*lines, *body, *self.between("")]) + self.pick(["", "\n", "\n\n", "\n"])

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def pick(self, choices: list[str]) -> str:
        return self.rng.choice(choices)

    def remark(self) -> str:
        self.count += 1
        text = self.pick(["# ", "#", "#\t", "## "]) + f"c{self.count}"
        return text + self.pick(["", " é", " # more", " 'a", ": {", "\tx", "  "])

    def between(self, pad: str) -> list[str]:
        """Empty lines and comments."""
        lines: list[str] = []
        while self.chance(0.25):
            deep = pad + " " * (0 if self.open else self.rng.choice([0, 0, 0, 1, 2, 5]))
            lines.append(deep + self.remark() if self.chance(self.remarks * 3) else "")
        self.open = False
        return lines

    def behind(self) -> str:
        """A comment behind something, or blanks."""
        if self.chance(self.remarks):
            return self.pick([" ", "  ", "     "]) + self.remark()
        return self.pick(["", "", "", " "])

    def shuffled(self, node: Mapping) -> list[tuple[Scalar, Node]]:
        entries = list(node.entries)
        if self.chance(0.7):
            self.rng.shuffle(entries)
        return entries

    def block(self, node: Node, pad: str) -> list[str]:
        """A list or map that is not empty, line by line."""
        lines: list[str] = []
        if isinstance(node, Mapping):
            for key, value in self.shuffled(node):
                lines += self.between(pad)
                lines += self.entry(pad + self.key(key) + ":", value, pad)
        else:
            assert isinstance(node, Sequence)
            for item in node.items:
                lines += self.between(pad)
                inner = pad + "  "
                if isinstance(item, Mapping) and item.entries and self.chance(0.6):
                    first, *rest = self.block(item, inner)
                    if first.strip() and not first.lstrip().startswith("#"):
                        lines += [pad + "- " + first[len(inner) :], *rest]
                    else:
                        lines += [pad + "-" + self.behind(), first, *rest]
                else:
                    lines += self.entry(pad + "-", item, pad)
        return lines

    def entry(self, name: str, value: Node, pad: str) -> list[str]:
        """A value behind its key or dash."""
        deeper = pad + " " * self.rng.choice([1, 2, 2, 4])
        if isinstance(value, Scalar):
            if not value.missing and value.text and self.chance(0.15):
                return [name + self.behind(), *self.between(deeper), deeper + self.scalar(value)]
            return self.long_scalar(name, value, deeper) or [
                f"{name}{self.pick([' ', '  '])}{self.scalar(value)}{self.behind()}"
            ]
        full = value.entries if isinstance(value, Mapping) else value.items
        if not full or self.chance(0.35):
            return [f"{name} {self.brackets(value, deeper)}{self.behind()}"]
        return [name + self.behind(), *self.block(value, deeper)]

    def long_scalar(self, name: str, value: Scalar, deeper: str) -> list[str]:
        """A text in a block, sometimes."""
        text = value.text
        odd = value.missing or not text.strip() or "\n" in text or text[0] == " "
        if odd or not self.chance(0.1):
            return []
        words = text.split(" ")
        self.open = True
        if self.chance(0.5) and "" not in words:
            comment = "  " + self.remark() if self.chance(self.remarks) else ""
            at = self.rng.randrange(len(words)) + 1
            parts = [" ".join(words[:at]), " ".join(words[at:])]
            return [f"{name} >-{comment}", *(deeper + part for part in parts if part)]
        return [f"{name} |-", deeper + text]

    def key(self, key: Scalar) -> str:
        return self.quoted(key.text) if self.chance(0.1) else self.kept(key)

    def kept(self, scalar: Scalar) -> str:
        """As it was, if that can stand anywhere."""
        text = scalar.text
        if scalar.missing and not scalar.style:
            return text
        return text if PLAIN.fullmatch(text) and not scalar.style else self.quoted(text)

    def quoted(self, text: str) -> str:
        if "\n" not in text and text.isprintable() and self.chance(0.5):
            return "'" + text.replace("'", "''") + "'"
        text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{text}"'

    def scalar(self, scalar: Scalar) -> str:
        """On one line or folded."""
        text = self.quoted(scalar.text) if self.chance(0.2) and not scalar.missing else ""
        text = text or self.kept(scalar)
        if self.chance(0.1) and scalar.text:
            at = [m.start() for m in re.finditer(r"(?<=[\w)]) (?=[\w(])", text)]
            for place in at[:1]:
                text = text[:place] + "\n" + 60 * " " + text[place + 1 :]
        return text

    def gap(self, pad: str) -> str:
        """White space inside brackets."""
        if self.chance(0.15):
            comment = " " + self.remark() if self.chance(self.remarks) else ""
            more = "".join(f"\n{line}" for line in self.between(pad))
            return f"{comment}{more}\n{pad}"
        return self.pick(["", "", " ", "  "])

    def brackets(self, node: Node, pad: str) -> str:
        """A value between `{` and `}`, or a scalar in there."""
        if isinstance(node, Scalar):
            return self.scalar(node)
        parts = []
        pairs = node.entries if isinstance(node, Mapping) else [(None, i) for i in node.items]
        for key, value in self.shuffled(node) if isinstance(node, Mapping) else pairs:
            alone = isinstance(value, Mapping) and len(value.entries) == 1 and key is None
            if alone and self.chance(0.6):
                assert isinstance(value, Mapping)
                (name, inner), *_ = value.entries
                text = f"{self.key(name)}: {self.brackets(inner, pad)}"
            else:
                text = self.brackets(value, pad)
            if key is not None:
                text = f"{self.key(key)}: {self.gap(pad)}{text}"
            parts.append(self.gap(pad) + text + self.gap(pad))
        begin, end = "{}" if isinstance(node, Mapping) else "[]"
        return begin + ",".join(parts) + self.gap(pad) + end


def laid(text: str) -> str:
    """The layout of a text, which must not change again."""
    found = laid_out(Source("text", text))
    assert laid_out(Source("text", found)) == found
    return found


def meaning(path: Path) -> object:
    """What a file means: the content hash of a ruleset, a deck itself, what cases say."""
    document = read(decode(path.name, path.read_bytes()))
    if "tests" in document:
        return plain(document)
    return read_ruleset(path).hash if "ruleset" in document else read_deck(path)


known = cache(meaning)


def check_layout(path: Path, seed: int, folder: Path) -> None:
    """Any other layout of a file becomes one that means the same, with every comment once."""
    mangler = Mangler(seed, (0.0, 0.15, 0.5)[(seed + seed // 3) % 3])
    text = mangler.file(read(decode(path.name, path.read_bytes())))
    end = random.Random(seed).choice(["\n", "\r\n"])
    found = laid(text.replace("\n", end))
    assert found.count("\n") == found.count(end)
    new = folder / path.name
    new.write_bytes(found.encode())
    assert meaning(new) == known(path)
    numbers = Counter(re.findall(r"#+[ \t]?c(\d+)\b", found))
    assert numbers == Counter(map(str, range(1, mangler.count + 1)))
    assert found.count("#") == text.count("#")
    lines = found.split(end)
    assert [line for line in lines if line.endswith((" ", "\t"))] == []
    assert lines[-1] == ""
    assert lines[-2]
