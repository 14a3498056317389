"""The commands, one small module each. Heavy imports stand inside the functions that need them."""
