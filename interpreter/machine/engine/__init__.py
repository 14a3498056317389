"""The engine: plain functions over integers and bit masks, one small file a mechanism.

It imports every name that a ruleset provides from `spec.py`, which is a filled-in toy game, so
that it runs, lints, types and is tested alone. The compiler puts a ruleset's own tables and
functions in the place of `spec.py`, drops what the ruleset does not need and writes one module.

The life of a state: `begin` a match; `deal` a pack; while a player is to move, `cards` and `calls`
say what is legal and `act` does it; while `step` is not 0, `advance` does what follows by itself (a
stage begins, a trick is taken, claims are settled, cards are drawn …). `start` deals and advances.
`over` is 1 when the next pack is needed, 2 when the match has ended and 3 when a draw is needed for
the first deal of a new round: `draw_again`, or `first_deal` if somebody says who deals.
"""
