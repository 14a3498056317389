"""Trick-taking card games as data."""
