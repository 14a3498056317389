"""What a table of mutants belongs to: the rules, the cases and the changes that are made.

In: the file of a ruleset. Out: a short hash. Texts, comments and layout change nothing in it.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from ...rules.chain import read_chain
from ...text.document import decode, plain, read
from ...text.problem import Problems
from ..cases.read import test_file
from .sift import Sifter


def stamp(path: Path, shown: str | None = None) -> str:
    """The hash. Raises RulesetError for a file that cannot be read."""
    sifter = Sifter(path, shown)
    rules = [sifter.origin.ruleset(settings).hash for settings in sifter.settings]
    files = [test_file(file) for file, _name in read_chain(path, str(path), Problems()).files]
    cases = [plain(read(decode(file.name, file.read_bytes()))) for file in files if file.is_file()]
    data = [rules, cases, [mutant.name for mutant in sifter.mutants]]
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
