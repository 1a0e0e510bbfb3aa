"""Puzzles: positions in which exactly one move wins, proven and rated by difficulty."""

from jostle.puzzles.puzzle import Proof, ProofKind, Puzzle
from jostle.puzzles.rating import Band
from jostle.puzzles.store import find_puzzle, load_puzzles

__all__ = ["Band", "Proof", "ProofKind", "Puzzle", "find_puzzle", "load_puzzles"]
