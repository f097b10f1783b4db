"""Questions that the constellation answers: which skills, and of each why. Slow ones, so jobs."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from app.core.constellation.layers import Layer
from app.core.constellation.names import told_apart
from app.core.constellation.question import Question
from app.core.constellation.sky import Sky, Tie, connected_pairs
from app.core.graph import analysis
from app.core.memory import relations
from app.core.memory.relations import Origin
from app.core.progress import SILENT, Progress
from app.core.vault import Vault
from app.core.words import _, ngettext

MOST_CENTRAL = 10
"""So many are named."""
SINCE: Mapping[Question, timedelta] = {
    Question.TODAY: timedelta(days=1),
    Question.WEEK: timedelta(days=7),
    Question.MONTH: timedelta(days=30),
}
_CHANGED = """
    with kept as (
        select skill, number, at, digest, meta from version
        where digest is not null and id in (
            select max(id) from version
            where skill in (select skill from version where at >= ?1) group by skill, number)
    ), compared as (
        select skill, number, at,
            digest is not lag(digest) over earlier or meta is not lag(meta) over earlier as differs
        from kept window earlier as (partition by skill order by number)
    )
    select v.skill, c.number, count(*), max(v.at), min(v.number)
    from compared v join skill s on s.id = v.skill join version c on c.id = s.current
    where v.differs and v.at >= ?1 group by v.skill order by max(v.at) desc
"""
"""How many versions of each skill since then differ from the one before, deletions aside."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Skill `star`, and why it answers the question.

    `way` are the skills that belong together with it, in their order. `relation` is one that can
    be decided about; `at` is when it happened.
    """

    star: int
    why: str
    way: tuple[int, ...] = ()
    relation: int | None = None
    at: datetime | None = None

    def is_same(self, other: "Finding | None") -> bool:
        """Whether it was found before, perhaps with other words."""
        return other is not None and (self.star, self.way, self.relation) == (
            other.star, other.way, other.relation,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """`said` sums the findings up in a few words; those of a path are its steps.

    `about` is the skill that was asked about, which none of them may be. `meaning` explains what
    was looked for where nothing was found. `since` is the day that the person named.
    """

    said: str
    findings: tuple[Finding, ...]
    is_path: bool = False
    about: int | None = None
    meaning: str = ""
    since: date | None = None


def ask(vault: Vault, sky: Sky, question: Question, progress: Progress = SILENT) -> Answer:
    """What the sky answers to it; `changed_since` answers for a day. Raises `Cancelled`."""
    if question in SINCE:
        return changed(vault, vault.now() - SINCE[question])
    if question is Question.REVIEW:
        return to_review(vault, sky)
    if question is Question.BRIDGES:
        return _bridges(sky, progress)
    if question is Question.CENTRAL:
        return _central(sky, progress)
    return {
        Question.CYCLES: _cycles,
        Question.ORPHANS: _orphans,
        Question.UNCALLED: _uncalled,
    }[question](sky)


def _analysed(sky: Sky, progress: Progress) -> analysis.Analysis:
    arcs, stars = connected_pairs(sky.ties), [star.id for star in sky.stars]
    return analysis.analyse(stars, arcs, _calls(sky), sky.clusters.home, progress)


def _central(sky: Sky, progress: Progress) -> Answer:
    findings = tuple(
        Finding(star, _between(pairs))
        for star, pairs in _analysed(sky, progress).central(MOST_CENTRAL)
    )
    if not findings:
        meaning = _("A skill is central if the shortest paths between others lead through it.")
        return Answer(_("No central skills"), (), meaning=meaning)
    said = ngettext("{count} most central skill", "{count} most central skills", len(findings))
    return Answer(said.format(count=len(findings)), findings)


def _between(pairs: int) -> str:
    said = ngettext(
        "It is on the shortest path between {count} pair of other skills.",
        "It is on the shortest paths between {count} pairs of other skills.",
        pairs,
    )
    return said.format(count=f"{pairs:n}")


def _bridges(sky: Sky, progress: Progress) -> Answer:
    names = sky.clusters.names
    found = _analysed(sky, progress).bridges
    several = _("Without it, {clusters} would be disconnected.")
    findings = tuple(
        Finding(one.star, several.format(clusters=_listed(names.get(n, "") for n in one.clusters)))
        for one in found
    )
    said = ngettext("{count} bridge", "{count} bridges", len(findings))
    if not findings:
        meaning = _("A bridge is a skill without which clusters would be disconnected.")
        return Answer(_("No bridges"), (), meaning=meaning)
    return Answer(said.format(count=len(findings)), findings)


def _cycles(sky: Sky) -> Answer:
    titles = _titles(sky)
    findings = tuple(
        Finding(cycle[0], " → ".join(titles[n] for n in (*cycle, cycle[0])), (*cycle, cycle[0]))
        for cycle in analysis.cycles(_calls(sky))
    )
    said = ngettext("{count} cycle", "{count} cycles", len(findings))
    if not findings:
        meaning = _("A cycle is a skill that calls itself through others.")
        return Answer(_("No cycles"), (), meaning=meaning)
    return Answer(said.format(count=len(findings)), findings)


def _orphans(sky: Sky) -> Answer:
    alone = analysis.orphans([star.id for star in sky.stars], connected_pairs(sky.ties))
    why = _("It calls no skill, none calls it, and it is related to none.")
    said = ngettext("{count} orphan", "{count} orphans", len(alone))
    words = said.format(count=len(alone)) if alone else _("No orphans")
    return Answer(words, tuple(Finding(star, why) for star in alone))


def _uncalled(sky: Sky) -> Answer:
    stars = [star.id for star in sky.stars]
    alone = analysis.orphans(stars, connected_pairs(sky.ties))
    found = analysis.uncalled(stars, _calls(sky), alone)
    calling: dict[int, int] = {}
    for caller, _target in _calls(sky):
        calling[caller] = calling.get(caller, 0) + 1
    said = ngettext("{count} called by nobody", "{count} called by nobody", len(found))
    words = said.format(count=len(found)) if found else _("Every connected skill is called")
    if alone:
        left_out = ngettext(
            "{said}, besides {count} orphan", "{said}, besides {count} orphans", len(alone)
        )
        words = left_out.format(said=words, count=len(alone))
    return Answer(
        words, tuple(Finding(star, _uncalled_why(calling.get(star, 0))) for star in found)
    )


def _uncalled_why(calls: int) -> str:
    if not calls:
        return _("It is related to others, but calls none and none calls it.")
    said = ngettext(
        "It calls {count} skill; none calls it.", "It calls {count} skills; none calls it.", calls
    )
    return said.format(count=calls)


def to_review(vault: Vault, sky: Sky) -> Answer:
    """The computed relations that nobody has looked at yet, the strongest first."""
    titles = _titles(sky)
    findings = []
    for one in relations.review(vault):
        if one.origin is not Origin.COMPUTED or one.target not in titles:
            continue
        said = ngettext(
            "“{one}” is often used with “{other}”: {count} shared memory, strength {strength}.",
            "“{one}” is often used with “{other}”: {count} shared memories, strength {strength}.",
            one.mentions,
        )
        why = said.format(
            one=titles[one.source], other=titles[one.target], count=one.mentions,
            strength=f"{one.strength:.2f}",
        )  # fmt: skip
        findings.append(Finding(one.source, why, (one.source, one.target), one.id))
    said = ngettext("{count} relation to review", "{count} relations to review", len(findings))
    if not findings:
        meaning = _(
            "Two skills that nothing connects are proposed once at least three memories (or as"
            " many as you have set) mention both."
        )
        return Answer(_("No relations to review"), (), meaning=meaning)
    return Answer(said.format(count=len(findings)), tuple(findings))


def changed(vault: Vault, since: datetime) -> Answer:
    """The skills that were changed since then, the last one first; one that was only deleted and
    restored was not."""
    found = vault.rows(_CHANGED, since.isoformat())
    findings = tuple(
        Finding(skill, _changes(last, count, first), at=datetime.fromisoformat(at))
        for skill, last, count, at, first in found
    )
    said = ngettext("{count} changed", "{count} changed", len(findings))
    return Answer(said.format(count=len(findings)) if findings else _("Nothing changed"), findings)


def changed_since(vault: Vault, day: date) -> Answer:
    """The same since the first moment of a day here."""
    begin = datetime.combine(day, time.min).astimezone(UTC)
    return replace(changed(vault, begin), since=day)


def _changes(last: int, count: int, first: int) -> str:
    if first == 1:
        return _("New, now version {number}.").format(number=last)
    said = ngettext(
        "{count} new version, now version {number}.",
        "{count} new versions, now version {number}.",
        count,
    )
    return said.format(count=count, number=last)


def reached(sky: Sky, star: int, *, backwards: bool) -> Answer:
    """Every skill that one calls, directly or not; `backwards`, every one that calls it."""
    calls = _calls(sky)
    found = analysis.reached(calls, star, backwards=backwards)
    direct = {a if backwards else b for a, b in calls if star == (b if backwards else a)}
    titles = _titles(sky)
    title = titles[star]
    if backwards:
        said = ngettext("{count} caller of “{title}”", "{count} callers of “{title}”", len(found))
        why = (_("It calls “{title}”."), _("It calls skills that call “{title}”."))
    else:
        said = ngettext(
            "{count} skill called by “{title}”", "{count} skills called by “{title}”", len(found)
        )
        why = (_("“{title}” calls it."), _("Skills that “{title}” calls call it."))
    ordered = sorted(found, key=lambda one: (one not in direct, titles[one].casefold(), one))
    return Answer(
        said.format(count=len(found), title=title),
        tuple(Finding(one, why[one not in direct].format(title=title)) for one in ordered),
        about=star,
    )


def way(sky: Sky, start: int, end: int) -> Answer:
    """The shortest path between two skills over all connections: a finding for each step."""
    path = analysis.path([star.id for star in sky.stars], connected_pairs(sky.ties), start, end)
    titles = _titles(sky)
    if not path:
        said = _("Nothing connects “{one}” and “{other}”")
        return Answer(said.format(one=titles[start], other=titles[end]), (), about=start)
    between: dict[tuple[int, int], list[Tie]] = {}
    for tie in sky.ties:
        between.setdefault((min(tie.source, tie.target), max(tie.source, tie.target)), []).append(
            tie
        )
    steps = itertools.pairwise(path)
    findings = tuple(
        Finding(two, _step(titles, one, two, between[min(one, two), max(one, two)]), path)
        for one, two in steps
    )
    said = ngettext(
        "{count} step from “{one}” to “{other}”", "{count} steps from “{one}” to “{other}”",
        len(findings),
    )  # fmt: skip
    return Answer(
        said.format(count=len(findings), one=titles[start], other=titles[end]), findings, True
    )


def _step(titles: Mapping[int, str], one: int, two: int, ties: Iterable[Tie]) -> str:
    """What connects one skill with the next one, in words."""
    reasons = []
    for tie in ties:
        spec = tie.layer.spec
        forwards = tie.source == one or not spec.is_directed
        reasons.append((spec.label() if forwards else spec.backwards()).lower())
    said = _("{one} → {reasons} → {two}")
    return said.format(one=titles[one], reasons=", ".join(reasons), two=titles[two])


def _calls(sky: Sky) -> list[tuple[int, int]]:
    return [(tie.source, tie.target) for tie in sky.ties if tie.layer is Layer.CALLS]


def _titles(sky: Sky) -> dict[int, str]:
    return told_apart(star.row for star in sky.stars)


def _listed(names: Iterable[str]) -> str:
    *most, last = [f"“{name}”" for name in names]
    return _("{most} and {last}").format(most=", ".join(most), last=last) if most else last
