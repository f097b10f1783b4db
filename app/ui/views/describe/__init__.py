"""Saying better what a skill is for: proposals that a person looks through."""
