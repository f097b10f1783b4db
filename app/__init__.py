"""Techne: write down how things are done, and have people and agents follow it."""

__version__ = "0.1.0"
