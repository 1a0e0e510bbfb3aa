"""Solving games completely: every position that can occur, its value and its distance."""

# What is compiled for each game that can be solved; named here, where nothing has to be compiled.
LOOPS = (
    *("count_moves", "expand", "link"),
    *("probe", "probe_moves", "best_line", "probe_games", "verify"),
)
