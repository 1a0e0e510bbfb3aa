"""Push Push: its rules, face, kernel, texts and pictures."""
