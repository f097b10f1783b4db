"""The document of one skill, and the panels that read along."""
