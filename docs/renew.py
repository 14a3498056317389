"""Writes what commands print into the manual: `python docs/renew.py`.

In: the pages of this folder that show commands of `trickplay simulate`, each as the first line of a
block of text after `$`. Out: the pages with what the commands print now. With `--check` nothing is
written, and the exit code is 1 if a page is not current.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from contextvars import copy_context
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from interpreter.cli.main import main as trickplay  # noqa: E402

PAGES = ("simulate.md",)
BLOCK = re.compile(r"^```text\n\$ trickplay (simulate .*)\n(?:.*\n)*?```$", re.MULTILINE)


def printed(command: str) -> str:
    """What a command prints."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        copy_context().run(trickplay, command.split())
    out.seek(0)
    return out.read()


def current(page: str) -> str:
    """A page with what its commands print."""

    def renewed(block: re.Match[str]) -> str:
        return f"```text\n$ trickplay {block[1]}\n\n{printed(block[1])}```"

    return BLOCK.sub(renewed, page)


def main(arguments: list[str]) -> int:
    """Write the pages, or check them; the exit code."""
    wrong = False
    for name in PAGES:
        path = HERE / name
        text = path.read_text(encoding="utf-8")
        page = current(text)
        if page != text and "--check" in arguments:
            wrong = True
            print(f"{name} is not current", file=sys.stderr)
        elif page != text:
            path.write_text(page, encoding="utf-8")
            print(f"{name} written")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
