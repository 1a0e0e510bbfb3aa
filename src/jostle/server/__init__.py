"""Jostle in the browser: the server that referees, keeps the games and serves the pages."""
