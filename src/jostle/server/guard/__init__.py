"""Who asks, how much they may ask for, and what is kept from them."""
