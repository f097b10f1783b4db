"""The skills that say what somebody typed, the best first. One search for every box and command."""

import json
import re
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.core.library.record import Meta
from app.core.matching import spelling
from app.core.matching.query import Query, fit, spaced, spans
from app.core.progress import SILENT, Progress, checkpoint
from app.core.skills.model import GoalKind
from app.core.skills.reading.discovery import said_in
from app.core.vault import Vault

_FRONTMATTER = re.compile(r"\A\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)
_LABEL = re.compile(rf"^(?:{'|'.join(kind.value for kind in GoalKind)})\s*:", re.MULTILINE)
"""What stands in front of a goal is nobody's word for it."""
_AT_ONCE = 200
"""Texts that are read before somebody is asked whether to go on."""


@dataclass(frozen=True, slots=True)
class _Said:
    """What a version says, as it is compared: its name, what it says about itself, its text."""

    version: int
    title: str
    name: str
    about: str
    text: str


class SkillSearch:
    """Keeps the words of every skill in memory while the vault is open; any thread may ask.

    Asked again, it reads what changed since.
    """

    def __init__(self, vault: Vault) -> None:
        self._vault = vault
        self._said: dict[int, _Said] = {}
        self._seen = -1
        self._words: Counter[str] | None = None
        self._lock = threading.Lock()

    def find(
        self,
        query: Query,
        among: Iterable[int],
        progress: Progress = SILENT,
        *,
        in_text: bool = True,
    ) -> list[int]:
        """Those of the skills that have every word of the query, best first.

        Without `in_text` only their names and what they say of themselves counts. Equals stay in
        the order they came in. Raises `Cancelled`.
        """
        said = self.catch_up(progress)
        return self._found(said, query, among, progress, in_text=in_text)

    def meant(
        self,
        query: Query,
        among: Sequence[int],
        progress: Progress = SILENT,
        *,
        in_text: bool = True,
    ) -> str | None:
        """What finds something among these skills, spelled almost like what found nothing."""
        said = self.catch_up(progress)
        names = {said[skill].name.strip(): said[skill].title for skill in among if skill in said}
        if (name := spelling.nearest_name(query.phrase, names)) is not None:
            return names[name]
        words = spelling.corrected(query.phrase, self._vocabulary(said, progress))
        found = self._found(said, Query(words), among, progress, in_text=in_text) if words else []
        return self._spelled(words, found[0]) if words and found else None

    def catch_up(self, progress: Progress = SILENT) -> dict[int, _Said]:
        """Index what is new and keep everything in memory; raises `Cancelled`."""
        with self._lock:
            if (newest := self._vault.newest_change()) != self._seen:
                current: dict[int, int] = dict(
                    self._vault.rows("select id, current from skill where current is not null")
                )
                known = self._said
                kept = {s: known[s] for s, v in current.items() if _is(known.get(s), v)}
                new = [skill for skill in current if skill not in kept]
                if new or len(kept) < len(known):
                    self._words = None
                    for first in range(0, len(new), _AT_ONCE):
                        checkpoint(progress)
                        kept |= self._read(new[first : first + _AT_ONCE])
                    self._said = kept
                self._seen = newest
            return self._said

    def _read(self, skills: list[int]) -> dict[int, _Said]:
        return {
            skill: _said(version, title, text or "", Meta.from_json(meta))
            for skill, version, title, text, meta in self._vault.rows(
                "select s.id, v.id, s.title, v.text, v.meta from skill s"
                " join version v on v.id = s.current"
                " where s.id in (select value from json_each(?))",
                json.dumps(skills),
            )
        }

    def _found(
        self,
        said: dict[int, _Said],
        query: Query,
        among: Iterable[int],
        progress: Progress,
        *,
        in_text: bool = True,
    ) -> list[int]:
        fits = []
        for place, skill in enumerate(among):
            if place % _AT_ONCE == 0:
                checkpoint(progress)
            if (one := said.get(skill)) is None:
                continue
            texts = (one.about, one.text) if in_text else (one.about,)
            key = fit(query, one.name, *texts)
            if key is not None:
                fits.append((key, place, skill))
        return [skill for _key, _place, skill in sorted(fits)]

    def _vocabulary(self, said: dict[int, _Said], progress: Progress) -> Counter[str]:
        """In how many skills each word is."""
        if self._words is None:
            counted: Counter[str] = Counter()
            for number, one in enumerate(said.values()):
                if number % _AT_ONCE == 0:
                    checkpoint(progress)
                counted.update({*one.name.split(), *one.about.split(), *one.text.split()})
            self._words = counted
        return self._words

    def _spelled(self, words: str, skill: int) -> str:
        """The words as the skill writes them."""
        ((title, text),) = self._vault.rows(
            "select s.title, v.text from skill s join version v on v.id = s.current where s.id = ?",
            skill,
        )
        written = f"{title}\n{text}"
        return " ".join(_written(word, written) for word in words.split())


def _is(said: _Said | None, version: int) -> bool:
    return said is not None and said.version == version


def _said(version: int, title: str, text: str, meta: Meta) -> _Said:
    front = _FRONTMATTER.match(text)
    yaml = front[1] if front else ""
    about = [str(meta.extra.get("description", "")), *said_in(yaml), *meta.tags]
    body = _LABEL.sub("", text[front.end() :] if front else text)
    return _Said(version, title, spaced(title), spaced("\n".join(about)), spaced(body))


def _written(word: str, text: str) -> str:
    found = spans(Query(word), text)
    return text[found[0][0] : sum(found[0])].lower() if found else word
