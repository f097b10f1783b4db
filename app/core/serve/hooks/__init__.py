"""What clients run at moments of a session: they are given skills, and tell what was used."""
