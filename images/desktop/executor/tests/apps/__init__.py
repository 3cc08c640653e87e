"""Small GTK 3 programs that the tests drive; each is run by its path."""
