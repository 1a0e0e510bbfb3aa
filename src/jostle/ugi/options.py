"""The options that ``setoption`` changes."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jostle.games import GAMES, game
from jostle.ugi.errors import cannot

FULL_STRENGTH = 10


@dataclass(frozen=True)
class Spin:
    """A whole number in a range."""

    name: str
    default: int
    lowest: int
    highest: int

    def told(self) -> str:
        """The option as ``ugi`` lists it."""
        bounds = f"min {self.lowest} max {self.highest}"
        return f"option name {self.name} type spin default {self.default} {bounds}"

    def read(self, text: str) -> int:
        """The number a text means; the error says which are right."""
        number = int(text) if re.fullmatch(r"\d{1,18}", text, re.ASCII) else self.lowest - 1
        if not self.lowest <= number <= self.highest:
            right = {"lowest": self.lowest, "highest": self.highest}
            raise cannot("option-value", name=self.name, value=text, **right)
        return number


HASH = Spin("Hash", 64, 1, 65_536)
THREADS = Spin("Threads", 1, 1, 256)
MULTI_PV = Spin("MultiPV", 1, 1, 256)
SKILL = Spin("Skill Level", FULL_STRENGTH, 1, FULL_STRENGTH)
SPINS = (HASH, THREADS, MULTI_PV, SKILL)
VARIANT = "Variant"
NAMES = (VARIANT, *(spin.name for spin in SPINS))


@dataclass
class Options:
    """The options as they are set now."""

    variant: str = next(iter(GAMES))

    def __post_init__(self) -> None:
        self._numbers = {spin.name: spin.default for spin in SPINS}

    def __getitem__(self, spin: Spin) -> int:
        return self._numbers[spin.name]

    def told(self) -> list[str]:
        """The options as ``ugi`` lists them."""
        variant = f"option name {VARIANT} type string default {self.variant}"
        return [variant, *(spin.told() for spin in SPINS)]

    def set(self, name: str, value: str) -> str:
        """Change an option; returns its name as it is listed. Case does not matter in names."""
        if name.lower() == VARIANT.lower():
            self.variant = game(value).variant
            return VARIANT
        for spin in SPINS:
            if name.lower() == spin.name.lower():
                self._numbers[spin.name] = spin.read(value)
                return spin.name
        raise cannot("option-name", name=name, right=list(NAMES))
