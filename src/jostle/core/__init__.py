"""The vocabulary every game shares; nothing here knows any one game."""
