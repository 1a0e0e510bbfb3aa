"""Jostle in the browser: live games over HTTP and WebSockets, each of them a list of events."""
