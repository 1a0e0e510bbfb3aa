"""Games being played: tables, rooms, clocks, the computer at its seats."""
