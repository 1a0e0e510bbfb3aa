"""Series between agents, and how sure one can be of what comes out of them."""
