"""Files with places: what an author wrote, where it stands, and what is wrong with it."""
