"""The script inlined into every page, and the hash by which the security policy allows it.

It is inline because it has to run before the browser draws the page, however late files arrive.
"""

from __future__ import annotations

import base64
import hashlib
from importlib import resources

FILES = ("theme.js", "held-input.js")

_folder = resources.files("jostle.web") / "scripts" / "early"
EARLY_SCRIPT = "".join((_folder / name).read_text(encoding="utf-8") for name in FILES)
EARLY_SCRIPT_HASH = base64.b64encode(hashlib.sha256(EARLY_SCRIPT.encode()).digest()).decode()
