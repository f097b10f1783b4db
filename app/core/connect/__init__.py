"""Connecting the clients of agents: their own settings, changed and put back."""
