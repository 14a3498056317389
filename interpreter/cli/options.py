"""Options that several commands have."""

from __future__ import annotations

import click

allow_outside = click.option(
    "--allow-outside",
    "outside",
    is_flag=True,
    help="Let rulesets lead to files outside their folder.",
)
"""a ruleset may name files in its own folder, and those that come with the program"""
