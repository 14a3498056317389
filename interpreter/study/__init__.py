"""What one does with rulesets besides playing: compare them."""
