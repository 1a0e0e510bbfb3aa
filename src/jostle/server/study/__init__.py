"""What those who study are served: analyses, shared studies, and what they may not be told."""
