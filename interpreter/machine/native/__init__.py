"""The carriers of a compiled ruleset, and loops over whole deals and matches on both of them.

A carrier runs the one module that `compile_ruleset` writes: CPython as it is, numba as machine
code. What is here besides is no part of any game: the loops (`loops.py`, `many.py`), which go the
same way as the engine and are one text for both carriers; what numba needs of its own
(`intrinsics.py`, `footer.py`); the folder in which machine code is kept (`cache.py`).
"""
