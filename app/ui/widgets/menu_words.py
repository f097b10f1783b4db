"""What people have written, as a menu shows it. Public name: `menu_words`."""

LONGEST = 36
"""Letters of a name that a menu shows: a longer one makes all its entries as wide."""


def menu_words(said: str, longest: int = LONGEST) -> str:
    """In one line, without its middle where it is too long; an ampersand is no shortcut."""
    said = " ".join(said.split())
    if len(said) > longest:
        tail = (longest - 1) // 2
        said = f"{said[: longest - 1 - tail].rstrip()}…{said[-tail:].lstrip()}"
    return said.replace("&", "&&")
