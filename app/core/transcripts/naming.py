"""Tables of names, written as one text each."""


def names(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())
