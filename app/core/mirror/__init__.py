"""Skills as folders with a SKILL.md, which agents read from the disk."""
