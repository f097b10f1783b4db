"""The library as a night sky: skills as stars, the calls between them as lines."""
