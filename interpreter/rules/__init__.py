"""What a ruleset means: words, types, decks and the immutable Ruleset."""
