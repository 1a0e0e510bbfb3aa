"""Print and play: a board, pieces to cut out and a page of rules, on paper.

A page is drawn as SVG in millimetres (``sheet``); the browser shows it as it is, and ``pdf`` writes
the same drawing as PDF.
"""
