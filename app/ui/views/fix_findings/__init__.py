"""Findings of a skill settled together."""
