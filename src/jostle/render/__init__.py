"""Pictures of positions, as text and as SVG; nothing here knows a rule."""
