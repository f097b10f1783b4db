"""Skills that came from elsewhere and could be described better, until a person decides."""

import json
from collections.abc import Iterator

from app.core.enrichment.enrich import LEAST, Enrichment, declined, propose
from app.core.errors import NotFound
from app.core.library.record import Reason
from app.core.library.version import digest
from app.core.progress import SILENT, Progress, checkpoint
from app.core.vault import Vault, put_setting

_WAITING = "enrichment.waiting"
"""What each skill said when it was looked at, by its id, as a SHA-256."""
_LOOKED = "enrichment.looked"
"""The newest version that was looked at."""
_TOGETHER = 200


def look(vault: Vault, least: int = LEAST, progress: Progress = SILENT) -> tuple[int, ...]:
    """Look at what was imported since the last look; the skills that could be described better.

    Each import is looked at once, so that nothing comes back by itself. A description of fewer than
    `least` characters is thin; what the skill's own text says better counts, no model is asked.
    After a large import a job; it can stop anywhere and goes on there. Raises `Cancelled`.
    """
    found: list[int] = []
    news = vault.rows(
        "select v.skill, max(v.id) from version v join skill s on s.id = v.skill"
        " where v.id > ? and v.reason = ? and s.current is not null group by v.skill order by 2",
        vault.setting(_LOOKED) or 0,
        Reason.IMPORTED,
    )
    for start in range(0, len(news), _TOGETHER):
        some = news[start : start + _TOGETHER]
        better: dict[str, str] = {}
        for skill, _version in some:
            checkpoint(progress)
            proposed = _proposed(vault, skill, least)
            if proposed is not None and proposed.values:
                better[str(skill)] = digest(proposed.text)
        stored = {str(skill): said for skill, said in _current(vault)}
        with vault.write(None) as write:
            put_setting(write, _WAITING, stored | better)
            put_setting(write, _LOOKED, some[-1][1])
        found += map(int, better)
        progress.report((start + len(some)) / len(news))
    return tuple(found)


def waiting(vault: Vault) -> tuple[int, ...]:
    """The skills that wait, by their ids, oldest first.

    One that was edited or described meanwhile does not wait any more, nor one that was declined.
    """
    return tuple(skill for skill, said in _current(vault) if declined(vault, skill) != said)


def thin(vault: Vault, least: int = LEAST, progress: Progress = SILENT) -> Iterator[Enrichment]:
    """Every skill of the library that says too little about itself, with what it could say.

    One without proposed values is for a model or its author. Takes a while in a large library: a
    job.
    """
    skills = vault.rows("select id from skill where current is not null order by title, id")
    for number, (skill,) in enumerate(skills, 1):
        checkpoint(progress)
        proposed = _proposed(vault, skill, least)
        if proposed is not None and proposed.is_thin:
            yield proposed
        progress.report(number / len(skills))


def _proposed(vault: Vault, skill: int, least: int) -> Enrichment | None:
    """None for a skill that was deleted while we looked."""
    try:
        return propose(vault, skill, least=least)
    except NotFound:
        return None


def _current(vault: Vault) -> list[tuple[int, str]]:
    """Those that still say what they said when they were looked at."""
    stored = vault.setting(_WAITING) or {}
    return [
        (skill, said)
        for skill, said in vault.rows(
            "select s.id, v.digest from json_each(?) w join skill s on s.id = w.value"
            " join version v on v.id = s.current order by w.key",
            json.dumps(list(map(int, stored))),
        )
        if stored[str(skill)] == said
    ]
