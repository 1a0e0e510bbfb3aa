"""The Universal Game Interface: a match runner or a page for engines talks to Jostle by lines."""
