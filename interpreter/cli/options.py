"""Options that several commands have."""

from __future__ import annotations

import click


def _allow(_ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    from ..rules.reach import allow_anywhere

    allow_anywhere(value)


allow_outside = click.option(
    "--allow-outside",
    is_flag=True,
    expose_value=False,
    callback=_allow,
    help="Let rulesets lead to files outside their folder.",
)
"""a ruleset may name files in its own folder, and those that come with the program"""
