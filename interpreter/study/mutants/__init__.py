"""Rulesets changed in one small way each, to see whether the cases of a ruleset notice."""
