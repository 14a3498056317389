"""Cases of the shipped variants, and what their tests share."""
