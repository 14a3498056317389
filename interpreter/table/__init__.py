"""What people and programs hold: games, matches, actions, views, records, players."""
