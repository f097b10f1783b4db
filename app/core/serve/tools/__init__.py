"""The tools that agents are given, by what they are for."""
