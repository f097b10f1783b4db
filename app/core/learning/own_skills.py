"""Skills that a person wrote, as those came to do them who were given them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime

from app.core.learning.judging import by_name
from app.core.learning.written import Written, calls, written
from app.core.patterns.doing import Use
from app.core.patterns.drift import done
from app.core.skills import names
from app.core.transcripts.model import Session, SkillRead
from app.core.vault import Vault


def own_skills_read(vault: Vault, sessions: Sequence[Session]) -> Iterator[int]:
    """Those that an agent was given in these sessions and nobody learned."""
    read = {
        names.key(event.name)
        for session in sessions
        for event in session.events
        if isinstance(event, SkillRead)
    }
    if not read:
        return
    learned = {skill for (skill,) in vault.rows("select skill from skill_sequence")}
    known = by_name(vault)
    yield from sorted({known[name] for name in read & known.keys()} - learned)


def as_followed(text: str, uses: Sequence[Use], made: Sequence[str]) -> Written | None:
    """What a text comes to beside what was done to follow it, as most of these times agree on;
    None where that cannot be told step by step. `made` are all calls that the agent makes."""
    found = (written(text, done(use.work, ()), made) for use in uses)
    counts = Counter(one for one in found if one is not None)
    one = counts.most_common(1)[0][0] if counts else None
    return one if one is not None and one.is_plain else None


def written_at(vault: Vault, skill: int, made: Sequence[str]) -> datetime | None:
    """When the calls that its text names became what they are; None if they always were: then it
    may have been read elsewhere before it came into the library."""
    since, now = None, None
    rows = vault.rows("select text, at from version where skill = ? order by id desc", skill)
    for text, at in rows:
        named = calls(text or "", made)
        now = named if now is None else now
        if named != now:
            return datetime.fromisoformat(since) if since else None
        since = at
    return None
