"""What training found for a skill, to be decided item by item."""
