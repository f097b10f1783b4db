"""What a moment of a session is answered with, and what it leaves in the vault.

Used where the vault is open, and by a hook that has to open it itself: so it loads little.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

from app.core.agents.caller import Caller
from app.core.agents.calls import Call, CallLog, Outcome
from app.core.agents.consent import Group, Rule, rule
from app.core.agents.counting import counted
from app.core.agents.scope import Scope
from app.core.errors import AppError, Cancelled
from app.core.library import catalogue, library
from app.core.library.catalogue import SkillRow
from app.core.lifecycle import outcomes, signs, suggest, usage
from app.core.lifecycle import seen as stages
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.outcomes import Evidence
from app.core.lifecycle.seen import Stage
from app.core.memory import memories, nodes
from app.core.memory.retrieval.question import Question
from app.core.memory.retrieval.recall import similar_skills
from app.core.memory.sources import Source, SourceKind
from app.core.mirror.standard import folder_name
from app.core.serve.hooks.block import AT_PROMPT, AT_START, Line, block, cut
from app.core.serve.hooks.moment import Event, Moment
from app.core.skills.model import GoalKind, Skill
from app.core.skills.names import key
from app.core.skills.reading.description import description_of
from app.core.skills.reading.grammar import parse
from app.core.vault import Vault
from app.core.walk.plan import source_id
from app.core.words import _

AT_HAND = 8
"""Skills whose constraints are looked at."""
_BEST = 50
"""Skills that are looked at where nothing says which are needed; some may be deprecated."""
_REMEMBERED = 300
"""Characters of what was asked and answered that a memory of a session keeps."""

_ASKED = 80
"""Characters of what was asked that the journal keeps."""
_LEAST = 15
"""Characters of a request that is known again: “Go on” is said often."""

HURRY = 0.2
"""Seconds for making skills known that came in since: a client waits."""

Ask = Callable[[str], Question]


def work(
    vault: Vault,
    caller: Caller,
    scope: Scope,
    settings: Procedural,
    calls: CallLog,
    ask: Ask,
    now: Moment,
) -> str:
    """Do what the person allows this client; returns what the client is told, if anything."""
    hook = _Hook(vault, caller, scope, settings, calls, ask)
    match now.event:
        case Event.START:
            return hook.start(now)
        case Event.PROMPT:
            return hook.prompt(now)
        case Event.TOOL:
            hook.used(now)
        case Event.TOOL_FAILED:
            hook.failed(now)
        case Event.END:
            hook.end(now)
    return ""


class _Hook:
    def __init__(
        self,
        vault: Vault,
        caller: Caller,
        scope: Scope,
        settings: Procedural,
        calls: CallLog,
        ask: Ask,
    ) -> None:
        self._vault, self._caller, self._scope = vault, caller, scope
        self._settings, self._calls, self._ask = settings, calls, ask
        self._counted = counted(vault, caller.client)

    def start(self, now: Moment) -> str:
        """The skills of the project, by its name and by what was used there; else the best."""
        if not self._may(Group.READ, "suggest_skills"):
            return ""
        self._catch_up()
        limit = self._settings.session_limit(now.source)
        similar = dict(self._similar(_words(now.folder)))
        similar.update(dict.fromkeys(self._used_in(now.folder), 1.0))
        if similar:
            return self._told(now, similar, limit, AT_START)
        return self._told(now, self._usual(), limit, AT_START, is_usual=True)

    def prompt(self, now: Moment) -> str:
        if now.said.strip():
            self._corrected(now)
        if not now.said.strip() or not self._may(Group.READ, "suggest_skills"):
            return ""
        self._catch_up()
        limit = self._settings.prompt_suggestion_limit
        return self._told(now, self._similar(now.said), limit, AT_PROMPT)

    def used(self, now: Moment) -> None:
        """A skill that the client loaded from its own folder."""
        row = self._named(now.skill)
        if row is None or not self._may(Group.REPORT, "record_usage"):
            return
        before = self._last_used(now.session)
        new = usage.record(
            self._vault,
            row.id,
            self._settings,
            session=now.session,
            agent=self._caller.client,
            project=now.folder,
        )
        if new:
            self._log("record_usage", row.id, now.tool)
        if new and before is not None and self._is_instead(before, row.id, now.session):
            note = _("“{title}” was used instead.").format(title=row.title)
            self._sign(now, before, Evidence.RETRIED, note, signs.WEAK)

    def failed(self, now: Moment) -> None:
        """Told of the skill that was used last in the session: one sign of many."""
        skill = self._last_used(now.session)
        if skill is not None:
            self._sign(now, skill, Evidence.TOOL_FAILED, f"{now.tool}: {now.error}")

    def _corrected(self, now: Moment) -> None:
        """What a person says next may correct what the skill that was used last did, or ask for
        the same once more."""
        skill = self._last_used(now.session)
        if skill is None:
            return
        if self._was_asked_before(now):
            self._sign(now, skill, Evidence.RETRIED, now.said)
        elif sure := signs.correction(now.said):
            self._sign(now, skill, Evidence.CORRECTED, now.said, sure)

    def _sign(
        self,
        now: Moment,
        skill: int,
        evidence: Evidence,
        note: str,
        confidence: float | None = None,
    ) -> None:
        """Note that something shows a failure, where the client may report."""
        if not self._may(Group.REPORT, "record_outcome"):
            return
        note = cut(note, _REMEMBERED)
        outcomes.record(
            self._vault,
            skill,
            -1.0,
            session=now.session,
            run=now.call if evidence is Evidence.TOOL_FAILED else "",
            agent=self._caller.client,
            note=note,
            evidence=evidence,
            confidence=confidence,
        )
        self._log("record_outcome", skill, note)

    def end(self, now: Moment) -> None:
        """What its last words say of the skills that were used, and one memory of it."""
        self._analyse(now)
        skills = self._session_skills(now.session)
        if not skills or not self._may(Group.LEARN, "remember"):
            return
        project = Path(now.folder).name
        said = [
            _("Session in {project} with {skills}.").format(
                project=project or _("no project"),
                skills=", ".join(f"“{row.title}”" for row in skills),
            )
        ]
        if now.said.strip():
            said.append(_("Asked: {text}").format(text=cut(now.said, _REMEMBERED)))
        if now.ended.strip():
            said.append(_("Ended: {text}").format(text=cut(now.ended, _REMEMBERED)))
        name = self._caller.name or self._caller.client
        with self._vault.noting() as entries:
            kept = memories.remember(
                self._vault,
                " ".join(said),
                source=Source(name, SourceKind.AGENT),
                tags=("session",),
                actor=self._caller.actor,
            )
        for memory in kept.added:
            usage.settle(self._vault, now.session, memory, self._settings)
        self._log("remember", None, said[0], tuple(dict.fromkeys(entries)))

    def _analyse(self, now: Moment) -> None:
        """Of several skills nobody knows which one it was due to."""
        value = signs.ending(now.ended)
        if not value or not self._may(Group.REPORT, "record_outcome"):
            return
        found = self._vault.rows(
            "select distinct skill from skill_use where session = ? and session <> ''", now.session
        )
        for (skill,) in found:
            outcomes.record(
                self._vault,
                skill,
                value,
                session=now.session,
                agent=self._caller.client,
                note=cut(now.ended, _REMEMBERED),
                evidence=Evidence.SESSION,
                confidence=None if len(found) == 1 else signs.WEAK,
                usual=self._settings.skills,
            )

    # What is looked up

    def _is_instead(self, before: int, after: int, session: str) -> bool:
        """Whether a skill that was begun while tools failed in the one before takes its place."""
        failed = self._vault.row(
            "select 1 from skill_outcome where (skill, session, evidence) = (?, ?, ?)",
            before,
            session,
            Evidence.TOOL_FAILED,
        )
        called = self._vault.row(
            "select 1 from called where caller in (?1, ?2) and target in (?1, ?2)", before, after
        )
        return before != after and failed is not None and called is None

    def _was_asked_before(self, now: Moment) -> bool:
        """Whether the person asked for the same in this session, before a skill was used."""
        with suppress(AppError):  # busy: then it is not known
            self._calls.flush()
        row = self._vault.row(
            "select 1 from agent_call c join skill_use u on u.session = c.session and u.at >= c.at"
            " where (c.client, c.session, c.tool, c.what) = (?, ?, 'suggest_skills', ?)",
            self._caller.client,
            now.session,
            cut(now.said, _ASKED),
        )
        return row is not None and len(now.said) >= _LEAST

    def _catch_up(self) -> None:
        with suppress(Cancelled):  # then some new skills are not known yet
            nodes.catch_up(self._vault, self._settings.importance_on_install, _Hurried())

    def _may(self, group: Group, tool: str) -> bool:
        return rule(self._vault, self._caller.client, group, tool) is Rule.ALLOW

    def _similar(self, text: str) -> Mapping[int, float]:
        if not text.strip():
            return {}
        return similar_skills(self._vault, self._ask(text), self._scope.closed)

    def _usual(self) -> Mapping[int, float]:
        """The most important ones that the client sees, as many as can be of interest."""
        usual, now = self._settings.skills, self._vault.now()
        lives = usage.own_lives(self._vault, usual, self._counted)
        allowed = self._scope.allowed(self._vault, lives)
        value = {skill: lives[skill].importance(usual, now).value for skill in allowed}
        best = sorted(value, key=lambda skill: (-value[skill], skill))[:_BEST]
        return dict.fromkeys(best, 1.0)

    def _told(
        self,
        now: Moment,
        similar: Mapping[int, float],
        limit: int,
        room: int,
        *,
        is_usual: bool = False,
    ) -> str:
        closed = self._scope.closed
        seen = self._scope.allowed(self._vault, similar)
        found = suggest.suggest(
            self._vault,
            {skill: value for skill, value in similar.items() if skill in seen},
            self._settings,
            limit if is_usual else max(limit, AT_HAND),
            closed,
            self._counted,
        )
        lines = [self._line(one, n < limit, is_usual=is_usual) for n, one in enumerate(found)]
        text = block(lines, limit, room)
        shown = [one.skill.id for one in found if source_id(one.skill.id) in text]
        if shown:
            stages.record(
                self._vault, Stage.SURFACED, shown, session=now.session, agent=self._caller.client
            )
            self._log("suggest_skills", None, cut(now.said, _ASKED))
        return text

    def _line(self, one: suggest.Suggestion, is_told: bool, *, is_usual: bool) -> Line:
        """Of a skill that is not told only what must be kept in mind counts."""
        if not is_told:
            return Line(source_id(one.skill.id), one.skill.title, "", "", one.constraints)
        fits = _("fits {percent} %").format(percent=round(100 * one.similarity))
        matters = _("importance {percent} %").format(percent=round(100 * one.importance.value))
        return Line(
            source_id(one.skill.id),
            one.skill.title,
            _about(parse(library.text(self._vault, one.skill.id))),
            matters if is_usual else f"{fits}, {matters}",
            one.constraints,
            one.warnings,
        )

    def _used_in(self, folder: str) -> Iterable[int]:
        found = self._vault.rows(
            "select distinct skill from skill_use where project = ? and project <> ''"
            f"{self._counted.condition()}",
            folder,
            *self._counted.values,
        )
        return (skill for (skill,) in found)

    def _last_used(self, session: str) -> int | None:
        row = self._vault.row(
            "select skill from skill_use where session = ? and session <> ''"
            " order by at desc, id desc limit 1",
            session,
        )
        return int(row[0]) if row else None

    def _session_skills(self, session: str) -> tuple[SkillRow, ...]:
        found = self._vault.rows(
            "select distinct skill from skill_use where session = ? and session <> ''"
            " and memory = 0",
            session,
        )
        rows = catalogue.some(self._vault, [skill for (skill,) in found])
        return self._scope.seen(rows.values())

    def _named(self, name: str) -> SkillRow | None:
        """The skill that the client calls so: by its title, or by the folder that it is in."""
        if not name:
            return None
        wanted = key(name)
        for row in self._scope.seen(catalogue.rows(self._vault)):
            if row.key == wanted or folder_name(row.title, row.id) == name:
                return row
        return None

    def _log(self, tool: str, skill: int | None, what: str, journal: tuple[int, ...] = ()) -> None:
        at = self._vault.now()
        self._calls.add(Call(at, self._caller, tool, Outcome.DONE, skill, what, journal=journal))


def _about(skill: Skill) -> str:
    """What it says of itself, else when it is for."""
    triggers = (goal.value for goal in skill.goals if goal.kind is GoalKind.TRIGGER)
    return description_of(skill) or next(triggers, "")


class _Hurried:
    """A `Progress` that has no time to lose."""

    def __init__(self) -> None:
        self._until = monotonic() + HURRY

    @property
    def cancelled(self) -> bool:
        return monotonic() > self._until

    def report(self, fraction: float, text: str = "") -> None:
        pass


def _words(folder: str) -> str:
    """The names of a project as words: "payroll-service" is about the payroll."""
    parts = Path(folder).parts[-2:]
    return " ".join(re.findall(r"[^\W\d_]{3,}", " ".join(parts)))
