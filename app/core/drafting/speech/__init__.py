"""How people say what they do, in each language that descriptions are read in."""
