"""``python -m jostle`` is the ``jostle`` command."""

from jostle.cli import main

main()
