"""What is kept: every event of every game, on SQLite or PostgreSQL."""
