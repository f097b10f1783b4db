"""First texts of skills from a description, and proposals that settle findings."""
