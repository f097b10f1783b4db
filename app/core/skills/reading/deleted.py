"""What is left of a reference whose step was deleted: `[deleted: Vent the tank]`.

It stands where the number stood, is read like the number of a step that does not exist, and
nothing in it is read.
"""

import re

DELETED = re.compile(r"\[deleted:[ \t]*(?P<name>[^\[\]\r\n]{0,120})\]", re.IGNORECASE)
_NUMBER = "0.000000000"
"""An outline that no step has, as long as it has to be."""
_LONGEST = 60
"""Characters of a step by which it is remembered."""
_SENTENCE = re.compile(r"[.!?;](?=\s|\Z)|\s@\w|\[\[|\n")
_MARKS = re.compile(r"@\w+:|[\[\]`@$*_#<>|\"“”„«»]+")


def hide_deleted(folded: str) -> str:
    """`folded` with a number that no step has in place of each mark, every index kept."""
    return DELETED.sub(lambda mark: _number(len(mark[0])), folded) if "[del" in folded else folded


def _number(length: int) -> str:
    """A number of that many characters; it ends in a digit."""
    written = "0." + ("000000000." * (length // 10 + 1))[: length - 2]
    return written if written[-1] != "." else written[:-2] + ".0"


def is_hidden(number: str) -> bool:
    """Whether it is what `hide_deleted` writes."""
    return number.startswith("0.000000")


def deleted_mark(said: str) -> str:
    """The mark for a step that said that."""
    return f"[deleted: {plain_name(said)}]"


def plain_name(said: str) -> str:
    """The first sentence of a step, in plain words: what it is remembered by."""
    first = _SENTENCE.split(said.strip(), maxsplit=1)[0]
    words = " ".join(_MARKS.sub(" ", first or said).split())
    if len(words) > _LONGEST:
        words = words[:_LONGEST].rpartition(" ")[0] or words[:_LONGEST]
        words = f"{words}…"
    return words.rstrip(".:;,!? ")
