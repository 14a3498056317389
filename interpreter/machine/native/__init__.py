"""The carriers of a compiled ruleset, and loops over whole deals and matches on both of them.

A carrier runs the one module that `compile_ruleset` writes: CPython as it is, numba as machine
code. What is here besides is no part of any game. `streams.py`, `loops.py`, `many.py` and
`pairs.py` go the way of the engine and are one text for both carriers: packs and choices from a
seed, whole deals and matches at random, many deals side by side, two games in step; `layout.py`
says what the loops write down. `text.py` makes of the module what numba can compile, with
`intrinsics.py` put into it; `cache.py` keeps machine code on disk; `carrier.py` is what the floors
above see. numba and numpy come with the extra `fast` and are imported when a native carrier is
asked for.
"""
