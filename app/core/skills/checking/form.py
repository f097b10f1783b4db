"""Findings about what is written down: goals, annotations, frontmatter, hidden characters."""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from app.core.skills.checking.finding import Finding, Repair, Severity
from app.core.skills.checking.flow import whole
from app.core.skills.editing.numbering import numbered
from app.core.skills.model import BlockKind, Goal, GoalKind, Skill, Step
from app.core.skills.names import key
from app.core.skills.reading import calls, jumps
from app.core.skills.reading.annotations import CAPABILITIES, NEEDS, hide_blocks, hide_inline
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.discovery import ROLES, roles_said
from app.core.skills.reading.jump_tags import jump_tags
from app.core.words import _, ngettext

_HIDDEN = re.compile(
    "[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]+"
)
_TAG = re.compile(r"\[(dispatch-safe|verify):[ \t]*([^\]\r\n]{0,40})\]", re.IGNORECASE)
_TAG_VALUES = {
    "dispatch-safe": ("yes", "partial", "no"),
    "verify": ("tool", "state", "human"),
}
_NO_COLON = re.compile(r"@(loop|branch)[ \t]+(?=[0-9]|max\b|if\b|self\b)", re.IGNORECASE)
_BOX = re.compile(r"\[[ xX✓✔]\]|[☐☑☒□▢]")
_LETTERED = re.compile(r"[ ]{0,3}([0-9]{1,4}[a-z])[.)][ \t]")
_FIELD = re.compile(r"^(?P<name>[A-Za-z][\w-]*):[ \t]*(?P<value>.*)$", re.MULTILINE)
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_STANDARD = frozenset(
    ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
)
_LONGEST_NAME, _LONGEST_DESCRIPTION = 64, 1024
"""Characters (agentskills.io/specification)."""


def title_findings(skill: Skill) -> Iterator[Finding]:
    """No title: nobody can find the skill, and no other can call it."""
    if not skill.title:
        at = next((b.end for b in skill.blocks if b.kind is BlockKind.FRONTMATTER), 0)
        yield Finding(
            Severity.WARNING, "title-missing", _("There is no title yet."),
            _("Name it, so that people find it and other skills can call it."), at, at,
        )  # fmt: skip


def goal_findings(skill: Skill, produces_found: bool) -> Iterator[Finding]:
    """Goals that are missing, and such that are written twice."""
    for kind in GoalKind:
        written = [goal for goal in skill.goals if goal.kind is kind]
        if not any(goal.value for goal in written):
            if kind is GoalKind.PRODUCES and produces_found:
                continue
            needed = kind.spec.is_needed
            at = written[0] if written else None
            yield Finding(
                Severity.WARNING if needed else Severity.SUGGESTION,
                "goal-missing" if needed else "goal-empty",
                _("{goal} is empty.").format(goal=kind.value), kind.spec.missing(),
                at.start if at else skill.title_start, at.end if at else skill.title_end,
                goal=kind,
            )  # fmt: skip
        elif len(written) > 1 and not kind.spec.has_parameters:
            yield Finding(
                Severity.SUGGESTION, "goal-twice",
                _("{goal} appears twice.").format(goal=kind.value),
                _("Only the first one is shown when the skill is run."),
                written[1].start, written[1].end, goal=kind,
            )  # fmt: skip
    yield from _parameters(skill)


def _parameters(skill: Skill) -> Iterator[Finding]:
    """Variables of Requires and Produces that are no entry, such as `$a-b`."""
    for goal in skill.goals:
        if not goal.kind.spec.has_parameters:
            continue
        read = skill.requires if goal.kind is GoalKind.REQUIRES else skill.produces
        names = {parameter.name for parameter in read}
        for use in goal.variables:
            if use.name not in names and not goal.calls:
                yield Finding(
                    Severity.WARNING, "parameter-unread",
                    _("This entry of {goal} could not be read.").format(goal=goal.kind.value),
                    _("Write $name, $name:type or $name? and separate them with commas."),
                    use.start, use.end, goal=goal.kind,
                )  # fmt: skip


def step_findings(skill: Skill) -> Iterator[Finding]:
    """No step at all, or none that is numbered."""
    if not skill.steps and skill.notes:
        yield Finding(
            Severity.WARNING, "no-step", _("No procedure can be told from this text."),
            _("Number the steps, or put them below a heading such as ‘Procedure’."),
            skill.notes[0].start, skill.notes[0].end,
        )  # fmt: skip
    elif not skill.steps:
        yield Finding(
            Severity.WARNING, "no-step", _("There are no steps yet."),
            _("Write one below the goals: 1. …"), len(skill.text), len(skill.text),
        )  # fmt: skip
    elif all(step.number is None and not _boxed(skill, step) for step in skill.steps):
        first = skill.steps[0]
        yield Finding(
            Severity.WARNING, "no-numbered-step", _("The steps are not numbered."),
            ngettext(
                "{count} paragraph is taken as a step.", "{count} paragraphs are taken as steps.",
                len(skill.steps),
            ).format(count=len(skill.steps)),
            first.start, first.end, first.position,
            repairs=(whole(skill.text, numbered(skill), _("Number the steps")),),
        )  # fmt: skip
    else:
        yield from _lettered(skill)


def _boxed(skill: Skill, step: Step) -> bool:
    """Whether the step is one to tick off, as is what belongs to one."""
    return bool(step.parent) or _BOX.search(skill.text, step.start, step.body_start) is not None


def _lettered(skill: Skill) -> Iterator[Finding]:
    for note in skill.notes:
        found = _LETTERED.match(skill.text, note.start)
        if found is not None:
            yield Finding(
                Severity.SUGGESTION, "number-unread",
                _("‘{number}’ is not read as a step.").format(number=found[1]),
                _("Steps have whole numbers."), *found.span(1),
            )  # fmt: skip


def annotation_findings(skill: Skill) -> Iterator[Finding]:
    """Annotations that have no effect where, or as, they are written."""
    shown = without_code(skill)
    starts = {call.start for call in skill.calls}
    starts |= {jump.start for step in skill.steps for jump in step.jumps}
    if "@" in shown or "[[" in shown:
        for pattern in (calls.MARKER, jumps.MARKER):
            for found in pattern.finditer(shown):
                if found.start() not in starts and not _parallel_read(found, starts, shown):
                    yield _dead(skill, found.start(), found.end())
        for found in _NO_COLON.finditer(shown):
            yield _dead(skill, found.start(), found.end())
        yield from _needs(skill, shown)
        yield from _partly_read(skill)
    for found in _TAG.finditer(shown):
        values = _TAG_VALUES[found[1].lower()]
        if found[2].strip().lower() not in values:
            yield Finding(
                Severity.WARNING, "tag-unread",
                _("‘{tag}’ has no effect.").format(tag=found[0]),
                _("It can be {values}.").format(values=", ".join(values)),
                *found.span(), *_place(skill, found.start()),
            )  # fmt: skip


def _parallel_read(found: re.Match[str], starts: set[int], text: str) -> bool:
    """Whether `@parallel: [` is followed by a member that was read."""
    at = found.end() + 1
    while at < len(text) and text[at] in " \t":
        at += 1
    return found[0].lower().startswith("@parallel") and at in starts


def _dead(skill: Skill, start: int, end: int) -> Finding:
    step, goal = _place(skill, start)
    written = skill.text[start:end].strip()
    return Finding(
        Severity.WARNING, "annotation-dead",
        _("‘{written}’ has no effect here.").format(written=written),
        _("It is not part of a step or a goal.") if not step and goal is None
        else _("What follows it could not be read."),
        start, end, step, goal,
    )  # fmt: skip


def _partly_read(skill: Skill) -> Iterator[Finding]:
    """Loops and branches that say more than was understood."""
    for step in skill.steps:
        for tag in jump_tags(skill.text, ((j.start, j.end) for j in step.jumps), step.body_end):
            if not tag.is_whole:
                yield Finding(
                    Severity.WARNING, "annotation-partly",
                    _("‘{words}’ has no effect here.").format(
                        words=skill.text[tag.unread : tag.unread_end]),
                    _("Only this was read: {written}").format(
                        written=skill.text[tag.start : tag.read].strip()),
                    tag.unread, tag.unread_end, step.position,
                )  # fmt: skip


def _needs(skill: Skill, shown: str) -> Iterator[Finding]:
    for found in NEEDS.finditer(shown):
        words = [word.strip() for word in (found[1] or "").split(",")]
        for word in words:
            if word.lower() not in CAPABILITIES:
                yield Finding(
                    Severity.SUGGESTION, "need-unknown",
                    _("‘{word}’ is not a known capability.").format(word=word),
                    ", ".join(sorted(CAPABILITIES)), *found.span(), *_place(skill, found.start()),
                )  # fmt: skip


def _place(skill: Skill, at: int) -> tuple[int, GoalKind | None]:
    for step in skill.steps:
        if step.start <= at < step.end:
            return step.position, None
    goal = next((g for g in skill.goals if g.start <= at < g.end), None)
    return 0, goal.kind if isinstance(goal, Goal) else None


def without_code(skill: Skill) -> str:
    """The text with code, remarks, frontmatter and memories blanked out, every index kept."""
    text = skill.text
    opaque = [
        (block.start, block.end)
        for block in skill.blocks
        if block.kind in (BlockKind.COMMENT, BlockKind.FRONTMATTER, BlockKind.MEMORY)
    ]
    if "```" in text or "~~~" in text:
        opaque += cut(text).opaque
    return hide_inline(hide_blocks(text, sorted(opaque)))


def character_findings(skill: Skill) -> Iterator[Finding]:
    """Characters a reader cannot see, and such that turn the direction of writing."""
    if skill.text.replace("\n", "").isprintable():
        return  # none of them is: most texts need not be searched
    for found in _HIDDEN.finditer(skill.text, 1 if skill.text.startswith("\ufeff") else 0):
        codes = sorted({f"U+{ord(c):04X}" for c in found[0]})
        yield Finding(
            Severity.WARNING, "hidden-characters", _("There are hidden characters here."),
            ", ".join(codes), *found.span(), *_place(skill, found.start()),
            repairs=(Repair(_("Remove them"), ((*found.span(), ""),)),),
        )  # fmt: skip


def description_findings(skill: Skill, name: str) -> Iterator[Finding]:
    """What would keep a SKILL.md from being accepted (agentskills.io/specification)."""
    block = next((b for b in skill.blocks if b.kind is BlockKind.FRONTMATTER), None)
    if block is None:
        if name and len(key(name)) > _LONGEST_NAME:
            yield _form(_("The name is longer than 64 characters."), skill.title_start,
                        skill.title_end, "name-long")  # fmt: skip
        return
    fields = {m["name"]: m for m in _FIELD.finditer(skill.text, block.start, block.end)}
    description = fields.get("description")
    end = block.end
    if description is None or not _value(skill.text, description, block.end):
        yield _form(_("The description is missing."), block.start, end, "description-missing")
    else:
        value = _value(skill.text, description, block.end)
        span = description.span()
        if len(value) > _LONGEST_DESCRIPTION:
            yield _form(_("The description is longer than 1024 characters."), *span,
                        "description-long")  # fmt: skip
        if "<" in value or ">" in value:
            yield _form(_("The description has < or > in it."), *span, "description-markup")
    named = fields.get("name")
    written = named["value"].strip().strip("\"'") if named is not None else ""
    if named is not None and not (_NAME.match(written) and len(written) <= _LONGEST_NAME):
        yield _form(_("The name must be lowercase letters, digits and hyphens, at most 64."),
                    *named.span(), "name-form")  # fmt: skip
    if named is not None and ("anthropic" in written or "claude" in written):
        yield _form(_("The name contains a reserved word."), *named.span(), "name-reserved")
    for other, found in fields.items():
        if other not in _STANDARD:
            yield Finding(
                Severity.SUGGESTION, "field-unknown",
                _("‘{field}’ is not a standard field.").format(field=other),
                _("Some programs refuse skills with other fields."), *found.span(),
            )  # fmt: skip


def role_findings(skill: Skill) -> Iterator[Finding]:
    """Roles in the frontmatter that Techne does not know, so that they have no effect."""
    for word, start in roles_said(skill):
        if word.casefold() in ROLES:
            continue
        span = start, start + len(word)
        near = get_close_matches(word.casefold(), sorted(ROLES), 1)
        yield Finding(
            Severity.WARNING, "role-unknown", _("‘{word}’ is not a role.").format(word=word),
            _("Choose one of: {roles}.").format(roles=", ".join(sorted(ROLES))), *span,
            repairs=tuple(
                Repair(_("Change to {role}").format(role=role), ((*span, role),)) for role in near
            ),
        )  # fmt: skip


def _value(text: str, found: re.Match[str], end: int) -> str:
    """The value of a field with the indented lines that continue it."""
    lines = [found["value"].strip().strip("\"'").lstrip("|>+-")]
    for line in text[found.end() : end].splitlines()[1:]:
        if not line.startswith((" ", "\t")):
            break
        lines.append(line.strip())
    return " ".join(lines).strip()


def _form(message: str, start: int, end: int, code: str) -> Finding:
    return Finding(Severity.WARNING, code, message, "", start, end)
