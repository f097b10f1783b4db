"""A new skill from a description of what somebody does."""
