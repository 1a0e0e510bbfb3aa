"""Pushee Pieces: its rules, face, kernel, texts and pictures."""
