"""What surrounds a skill: importance, uses, memories, related skills."""
