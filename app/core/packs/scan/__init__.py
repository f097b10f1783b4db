"""What deserves a second look in somebody's text."""
