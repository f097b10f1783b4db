"""Serving agents: one table of tools, and the ways in which it is reached."""
