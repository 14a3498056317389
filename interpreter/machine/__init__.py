"""The engine, and the compiler that turns a Ruleset into one Python module."""
