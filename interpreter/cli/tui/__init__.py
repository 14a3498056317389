"""The full-screen table (the extra `tui`). Only app.py and widgets.py know Textual.

What stands on the screen is drawn by plain functions from a View and the signs that the terminal
has (ink.py): table.py, hand.py, sheet.py, pages.py. sitting.py plays the match without a screen,
cursor.py says what is chosen, app.py brings keys, mouse and clock to them.
"""
