"""Pomeczi: its rules, face, kernel, texts and pictures."""
