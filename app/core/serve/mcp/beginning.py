"""What a client said before everything was loaded, and what of it has its answer."""

from dataclasses import dataclass

Id = str | int


@dataclass(frozen=True, slots=True)
class Beginning:
    """`answered` are the ids of requests among the lines that were `heard`."""

    heard: tuple[bytes, ...]
    answered: tuple[Id, ...]
