"""How fast the program is, beside hand-written programs for one of its games."""
