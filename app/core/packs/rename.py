"""The names skills of a pack get where theirs are taken, in titles and in calls."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from app.core.packs.incoming import IncomingSkill
from app.core.packs.library_state import Existing
from app.core.packs.match import Choice
from app.core.skills import names
from app.core.skills.editing.call_names import with_call_names
from app.core.skills.editing.titling import with_title

_NUMBER = re.compile(r" \(\d+\)$")


@dataclass(frozen=True, slots=True)
class Names:
    """The title of every skill in the library, and where calls of a changed one lead."""

    titles: tuple[str, ...]
    moved: Mapping[str, str]
    """New title by the key of the old one."""

    def text(self, index: int, incoming: IncomingSkill) -> str:
        """The text of a skill under its title, its calls following the renamed.

        These are beside it: a call that names the engram they were written in names none then.
        """
        title = self.titles[index]
        moved = {
            key: self.moved[own]
            for key, _name, _step in incoming.calls
            for _engram, own in names.readings(key)
            if own in self.moved
        }
        text = incoming.text
        if moved:
            text = with_call_names(text, moved) or text
        return text if title == incoming.title else with_title(text, title)


def settle(
    incoming_skills: Iterable[tuple[IncomingSkill, Choice, Existing | None]],
    taken: Collection[str],
    brought: Mapping[int, str],
) -> Names:
    """Find a free name for each; `taken` are the keys of the names in the destination.

    `brought` has, by the place of a skill, the title under which another pack brings the same.
    """
    used, seen = set(taken), set[str]()
    titles, moved = [], {}
    for index, (incoming, choice, existing) in enumerate(incoming_skills):
        title = incoming.title
        if index in brought:
            title = brought[index]
        elif choice in (Choice.ADD, Choice.RENAME):
            title = free(title, used)
        elif existing is not None and existing.key != incoming.key:
            title = existing.title
        if names.key(title) != incoming.key and incoming.key not in seen:
            moved[incoming.key] = title
        titles.append(title)
        seen.add(incoming.key)
        used.add(names.key(title))
    return Names(tuple(titles), moved)


def free(title: str, taken: Collection[str]) -> str:
    """`title`, with the first number after it under which its key is not taken."""
    stem, number, free = _NUMBER.sub("", title), 2, title
    while names.key(free) and names.key(free) in taken:
        free, number = f"{stem} ({number})", number + 1
    return free
