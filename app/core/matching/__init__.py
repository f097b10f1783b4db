"""Texts as people search for them: one reading of words for every box that one can type into."""
