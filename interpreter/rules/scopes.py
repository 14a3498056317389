"""The places where expressions stand, and what may be known in each of them.

A word may stand where the knowledge that it needs is offered: so no rule can leak a hidden card. A
ruleset's options are known everywhere; whether players agreed to something, wherever that is asked.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Scope:
    """A place where expressions stand: what may be known there, and the reason, for messages."""

    needs: frozenset[str]
    why: str


def _scope(needs: str, why: str = "") -> Scope:
    return Scope(frozenset(("", *needs.split())), why)


SCOPES = {
    "ranking": _scope("", "the ranking stands before any card is dealt"),
    "values": _scope("ranking", "card values stand before any card is dealt"),
    "combination": _scope("ranking values", "a combination is fixed before any card is dealt"),
    "agreement": _scope("", "only what is agreed on before the match is known"),
    "seating": _scope("ranking values lot me", "only the drawn cards are known at the draw"),
    "lot": _scope(
        "ranking values lot seated round me", "only the drawn cards are known at the draw"
    ),
    "seat": _scope("deal round", "no card is dealt yet"),
    "trump": _scope(
        "ranking values deal round turned", "no card is a trump while the trumps are decided"
    ),
    "stage": _scope(
        "ranking values deal round turned trump agreed",
        "no card is played yet, and what all know decides",
    ),
    "wins": _scope(
        "ranking values deal round turned trump agreed trick play",
        "who wins a trick depends on public facts only",
    ),
    "choice": _scope(
        "ranking values deal round turned trump agreed trick play contest me hand",
        "a player's choice rests on the own hand and on what everyone knows",
    ),
    "announcement": _scope(
        "ranking values deal round turned trump agreed trick play contest me",
        "what a declaration does is told to all, so it rests on what all know",
    ),
    "question": _scope(
        "ranking values deal round turned trump agreed trick play contest",
        "whether players are asked rests on what everyone knows",
    ),
    "drawing": _scope(
        "deal round turned trump agreed trick play taken", "drawing rests on what everyone knows"
    ),
    "claim": _scope(
        "ranking values deal round turned trump agreed trick play taken me",
        "a claim is settled by what everyone knows",
    ),
    "score": _scope(
        "ranking values deal round turned trump agreed trick me score",
        "the deal has been played when it is scored",
    ),
    "result": _scope(
        "ranking values deal round turned trump agreed trick me score points",
        "the deal has been scored when its winner is found",
    ),
    "next": _scope("deal round result", "the deal is over"),
    "any": _scope(
        "ranking values deal round turned trump agreed trick play contest me hand taken score"
        " points result lot seated"
    ),
}
"""`any` is where a named value is checked by itself; it is checked again where it is used."""
