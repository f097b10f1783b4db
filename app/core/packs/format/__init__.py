"""The bytes of a pack, and what they say."""
