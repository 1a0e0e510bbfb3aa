"""What a browser gets besides the API: pages, assets, sheets."""
