"""The entry point: the group of commands, the language, and how everything ends.

Exit codes: 0 fine; 1 readable but wrong; 2 no such path or bad usage; 130 interrupted or input
ended. Nothing that a file, a record or a keyboard can hold ends in a traceback.
"""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import click

from ..text.messages import LANGUAGES, _, speak
from . import (
    authoring,
    comparing,
    compiling,
    completing,
    expanding,
    explaining,
    formatting,
    listing,
    replaying,
    resuming,
    running,
    sheets,
    simulating,
    testing,
    validating,
)
from .console import nearest, say
from .options import speaks
from .speaking import localise, speak_click

WRONG, USAGE, STOPPED = 1, 2, 130


def locale_language() -> str:
    """The language of the environment, if it is one that the program speaks; else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            code = os.environ[name][:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


def asked_language(words: Sequence[str]) -> str | None:
    """The language of `--lang`, before the command is parsed: `--help` speaks it, too."""
    for word, after in pairwise([*words, ""]):
        name, equals, value = word.partition("=")
        if name == "--lang" and (value if equals else after) in LANGUAGES:
            return value if equals else after
    return None


class Commands(click.Group):
    """The group of commands."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. The reader of a pipe (`| head`) may go: that is no error of ours."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        return result


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    no_args_is_help=True,
)
@speaks
@click.version_option(package_name="trickplay", prog_name="trickplay")
def cli() -> None:
    """Trick-taking card games as data: play them, check them, write your own."""


for command in (
    running.run,
    validating.validate,
    testing.test,
    compiling.compile_,
    completing.completion,
    comparing.diff,
    expanding.expand,
    explaining.explain,
    formatting.fmt,
    listing.list_,
    authoring.new,
    replaying.replay,
    simulating.simulate,
    sheets.rules,
    resuming.resume,
    resuming.games,
):
    cli.add_command(command)


def main(args: Sequence[str] | None = None) -> None:
    """Run a command and leave with its exit code."""
    _open_to_everything()
    words = sys.argv[1:] if args is None else args
    speak(asked_language(words) or locale_language())
    speak_click()
    localise(cli)
    completing.prepare()
    sys.exit(_guarded(words))


def _open_to_everything() -> None:
    """No text can break the streams: those that were closed lead nowhere."""
    codecs.register_error("nearest", nearest)
    for name, mode, errors in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "nearest"),
        ("stderr", "w", "nearest"),
    ):
        stream: Any = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def _guarded(args: Sequence[str]) -> int:
    """Run the command; every way in which it can end becomes an exit code."""
    from ..text.problem import RulesetError

    try:
        code = cli.main(args, prog_name="trickplay", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        speak_click()  # a command may have been given another language
        error.show(sys.stderr)
        return error.exit_code
    except click.exceptions.Exit as end:
        return end.exit_code
    except (KeyboardInterrupt, click.Abort):
        say(_("stopped"), err=True)
        return STOPPED
    except (BrokenPipeError, SystemExit) as end:
        # rich leaves with 1 when the reader of a pipe has gone
        if BrokenPipeError not in (type(end), type(end.__context__)):
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except RulesetError as error:
        for problem in error.problems:
            say(problem.drawn(), err=True)
        return WRONG
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        say(where + (error.strerror or str(error)), err=True)
        return USAGE
