"""Looks for procedures in the sessions that were read, and keeps them as candidates."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from app.core.actor import TECHNE
from app.core.errors import NotFound, StaleEdit
from app.core.learning import candidates, drifting, promoting, recording, sessions
from app.core.learning.candidates import AlreadyDecided, Call
from app.core.learning.carrying import works_of
from app.core.learning.evolving import Version, evolved, steps_of
from app.core.learning.known_skills import KnownSkills, Near
from app.core.learning.recording import Found
from app.core.learning.remaining import is_remainder, open_changes
from app.core.learning.written import written
from app.core.library import catalogue, library
from app.core.library.renaming import NameTaken
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import Counted
from app.core.patterns.difference import difference
from app.core.patterns.drafting import draft
from app.core.patterns.finding import Rules, patterns
from app.core.patterns.lately import lately
from app.core.patterns.operands import in_order
from app.core.patterns.overlap import SAME, overlap
from app.core.patterns.pattern import Pattern
from app.core.patterns.scripts import without_rare_scripts
from app.core.progress import SILENT, Progress, checkpoint
from app.core.transcripts.joining import without_copies
from app.core.vault import Vault
from app.core.words import _

CANDIDATE = candidates.CandidateStatus.CANDIDATE


def find(
    vault: Vault,
    agent: str,
    settings: Procedural,
    counted: Counted,
    progress: Progress = SILENT,
) -> None:
    """Look again at what this agent did of late, and keep the procedures as candidates.

    Those that are skills by now, learned from whoever is `counted` with it or written, are none.
    """
    since = vault.now() - timedelta(days=settings.candidate_days)
    rules = Rules(sessions=settings.candidate_sessions)
    own = without_rare_scripts(without_copies(sessions.sessions(vault, agent, since, progress)))
    known = KnownSkills(vault, counted)
    proposed = drifting.propose(vault, agent, known.learned, own, progress)
    repeated = patterns(own, rules, progress)
    known.read_texts(tool for pattern in repeated for tool in pattern.tools)
    several = [(pattern, known.nearest(pattern.tools)) for pattern in repeated]
    for pattern, near in sorted(several, key=lambda one: one[1] is None):  # changes first
        checkpoint(progress)
        _keep(vault, pattern, near, known, proposed, rules)


def open_ones(vault: Vault, settings: Procedural) -> tuple[int, ...]:
    """The candidates that wait for a person.

    Where that was chosen, those in which no person had a part are promoted at once, and new skills
    are held back until a person has looked.
    """
    if settings.auto_promote:
        for number in candidates.undecided(vault):
            # a person has to name it, or its skill was changed, and it is found anew from that, or
            # its skill is gone
            with suppress(NameTaken, StaleEdit, NotFound, AlreadyDecided):
                promoting.refuse_taken(vault, candidates.candidate(vault, number))
                promoting.promote(vault, number, actor=TECHNE)
    return tuple(one.id for one in candidates.candidates(vault, status=CANDIDATE))


def _keep(
    vault: Vault,
    pattern: Pattern,
    near: Near | None,
    known: KnownSkills,
    proposed: Mapping[int, Sequence[str]],
    rules: Rules,
) -> None:
    """A procedure that is a skill is that skill, or what it should become, and no new candidate;
    nor is what remains of one.

    What those who read a skill do otherwise says more of it: `proposed` skills have that already.
    """
    found = _found(pattern)
    if near is not None and near.is_same:
        recording.count_again(vault, found)
    elif any(overlap(tools, found.tools) >= SAME for tools in proposed.values()):
        recording.withdraw_same(vault, found)
    elif near is None:
        changes = [*proposed.values(), *open_changes(vault, found.agent)]
        if is_remainder(found.calls, len(found.places), known, changes):
            recording.withdraw_same(vault, found)
        else:
            recording.keep(vault, found)
    elif not near.is_sure:
        recording.keep(vault, _like(vault, found, near.skill))
    elif near.skill not in proposed and _is_news(vault, pattern, near.skill, rules):
        _evolve(vault, lately(pattern), near)


def _is_news(vault: Vault, pattern: Pattern, skill: int, rules: Rules) -> bool:
    """Whether it was done often enough beside the sessions that the skill was made from: what
    these did before the skill came to say otherwise is past."""
    done = {one.session for one in pattern.occurrences}
    return len(done - candidates.sessions_behind(vault, skill)) >= rules.sessions


def _evolve(vault: Vault, pattern: Pattern, near: Near) -> None:
    """Propose what is done by now as the next version; what a person wrote in it stays."""
    found = _found(pattern)
    current = library.current(vault, near.skill)
    if current is None or found.tools == near.tools:  # deleted meanwhile, or as it was
        return
    version = _version(vault, near, current[1], found.tools)
    if version is None:
        recording.keep(vault, _like(vault, found, near.skill))
        return
    works = works_of(pattern)
    changes = difference(version.tools, found.tools, tuple(works))
    now = evolved(version, changes, works)
    about = _("Agents do otherwise by now: {what}.").format(
        what=drifting.told(now.changes, version.text)
    )
    found = replace(found, text=now.text, description=about)
    recording.keep(vault, found, near.skill, current[0].version)


def _version(vault: Vault, near: Near, text: str, wanted: Sequence[str]) -> Version | None:
    """The skill as it is, or None where its steps cannot be told.

    One that was learned may have been written anew since.
    """
    if near.steps:
        return Version(text, near.tools, near.steps, is_own=True)
    if steps := steps_of(text, near.tools):
        return Version(text, near.tools, steps, promoting.learned_inputs(vault, near.skill))
    one = written(text, wanted)
    return Version(text, one.tools, one.steps, is_own=True) if one and one.is_plain else None


def _like(vault: Vault, found: Found, skill: int) -> Found:
    """Told that a skill is much like it, where it cannot be told what would become of that."""
    row = catalogue.row(vault, skill)
    if row is None:
        return found
    said = _("{description} Like “{title}”.").format(description=found.description, title=row.title)
    return replace(found, description=said)


def _found(pattern: Pattern) -> Found:
    made = draft(pattern)
    calls = tuple(
        Call(
            step.tool,
            tuple(sorted({n for call in step.calls if call for n in call.shape}, key=in_order)),
            step.left_out,
            step.swapped,
            step.repeated,
        )
        for step in pattern.steps
    )
    return Found(
        pattern.agent, calls, made.name, made.description, made.text, pattern.confidence,
        pattern.occurrences,
    )  # fmt: skip
