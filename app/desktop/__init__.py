"""How the desktop is told that packs belong to Techne. Never Qt."""
