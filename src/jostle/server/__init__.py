"""The server: games in the browser, with one referee and a store that loses nothing."""
