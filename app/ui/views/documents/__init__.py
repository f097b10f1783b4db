"""Documents on their way into the library: read, looked through, imported."""
