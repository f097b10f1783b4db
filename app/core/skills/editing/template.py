"""A text to insert, with fields in it that are filled in one after the other."""

from collections.abc import Iterable
from dataclasses import dataclass


class Blank(str):
    """A piece of a template that is to be written over."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Template:
    """`fields` are the stretches of `text` to write over, in its order."""

    text: str
    fields: tuple[tuple[int, int], ...] = ()

    def at(self, place: int) -> tuple[tuple[int, int], ...]:
        """Where the fields are when the text begins at `place` of another one."""
        return tuple((place + start, place + end) for start, end in self.fields)


def template(parts: Iterable[str]) -> Template:
    """The parts one after the other; every `Blank` is a field."""
    text, fields = "", []
    for part in parts:
        if isinstance(part, Blank):
            fields.append((len(text), len(text) + len(part)))
        text += part
    return Template(text, tuple(fields))
