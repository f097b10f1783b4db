"""The page where a person decides how Techne looks and how the vault is kept."""
