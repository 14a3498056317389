"""Options that several commands have."""

from __future__ import annotations

import click

from ..text.messages import LANGUAGES, speak


def _allow(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    from ..rules.reach import allow_anywhere

    allow_anywhere(value)


LANG = "trickplay.lang"


def _speak(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    if value:
        ctx.meta[LANG] = value
        speak(value)


def lang() -> str | None:
    """The language that `--lang` asks for, if it does."""
    asked: str | None = click.get_current_context().meta.get(LANG)
    return asked


speaks = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_speak,
    help="The language of texts and cards.",
)
"""every command has it, and so has the program before its command; else the locale decides"""

allow_outside = click.option(
    "--allow-outside",
    is_flag=True,
    expose_value=False,
    callback=_allow,
    help="Let rulesets lead to files outside their folder.",
)
"""a ruleset may name files in its own folder, and those that come with the program"""
