"""What of a ruleset its cases reach, what random play reaches, and what nothing does."""
