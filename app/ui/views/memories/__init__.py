"""The memories of the vault: to browse, search, write and import."""
