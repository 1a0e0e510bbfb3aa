"""What thinks: search algorithms written once for all games, and the agents that use them."""
