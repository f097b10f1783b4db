"""What a `/` on an empty step or line writes: the grammar, one entry for each of its parts."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.skills.editing.render import insert_step, take_step_out
from app.core.skills.editing.slots import slots_of
from app.core.skills.editing.template import Blank, Template, template
from app.core.skills.editing.writing import line_end
from app.core.skills.model import BlockKind, Skill, Step
from app.core.skills.reading.blocks import cut
from app.core.skills.reading.grammar import parse
from app.core.words import _


@dataclass(frozen=True, slots=True)
class Snippet:
    """All that is particular to an entry. `title` and `help` are for people, in their language.

    `key` starts the same while typing, empty where nothing does. What is not `in_step` stands
    between the steps.
    """

    title: Callable[[], str]
    help: Callable[[], str]
    parts: Callable[[], tuple[str, ...]]
    key: str = ""
    in_step: bool = True

    @property
    def template(self) -> Template:
        """What is written, with the fields to fill in."""
        return template(self.parts())


class SnippetKind(StrEnum):
    """The entries in the order of the menu; the value can be typed in any language.

    This is the table: another entry is one more line here, and its icon in the editor.
    """

    _value_: str
    snippet: Snippet

    def __new__(cls, name: str, snippet: Snippet) -> "SnippetKind":
        member = str.__new__(cls, name)
        member._value_, member.snippet = name, snippet
        return member

    BRANCH = "branch", Snippet(
        lambda: _("Branch"),
        lambda: _("Go to another step if something holds"),
        lambda: ("@branch: if ", Blank(_("condition")), " -> ", Blank(_("step"))),
    )  # fmt: skip
    LOOP = "loop", Snippet(
        lambda: _("Loop"),
        lambda: _("Back to a step, at most so many times"),
        lambda: ("@loop: ", Blank(_("step")), " max=", Blank("3")),
    )  # fmt: skip
    CALL = "call", Snippet(
        lambda: _("Call"),
        lambda: _("Let another skill do this step"),
        lambda: ("@skill: ", Blank(_("name"))),
        key="@",
    )  # fmt: skip
    PARALLEL = "parallel", Snippet(
        lambda: _("Parallel"),
        lambda: _("Several calls at the same time"),
        lambda: ("@parallel: [", Blank(_("first")), ", ", Blank(_("second")), "]"),
    )  # fmt: skip
    INPUT = "input", Snippet(
        lambda: _("Input"),
        lambda: _("Something the skill is given: $name"),
        lambda: ("$", Blank(_("name"))),
        key="$",
    )  # fmt: skip
    RESULT = "result", Snippet(
        lambda: _("Result"),
        lambda: _("Keep an answer for later: → $name"),
        lambda: (Blank(_("What to find out")), " -> $", Blank(_("name"))),
    )  # fmt: skip
    NOTE = "note", Snippet(
        lambda: _("Note"),
        lambda: _("For people; agents read past it"),
        lambda: (Blank(_("What people should know.")),),
        in_step=False,
    )  # fmt: skip
    RECIPE = "recipe", Snippet(
        lambda: _("Recipe"),
        lambda: _("What to recall when training"),
        lambda: (
            Blank(_("Name")), ": ", Blank(_("when it helps")),
            "\n- recall: ", Blank(_("what to look for")),
        ),
        in_step=False,
    )  # fmt: skip


_SLASH = re.compile(r"(?P<lead>[ \t]*(?:(?:[0-9]{1,9}[.)]|[-*+•])[ \t]+)?)/(?P<typed>[^\W\d_]*)\Z")
_WITHIN = re.compile(r"(?:\A|(?<=\s))/(?P<typed>[^\W\d_]*)\Z")
_UNREAD = (BlockKind.FRONTMATTER, BlockKind.COMMENT, BlockKind.RECIPE, BlockKind.MEMORY)
_INDENTED = 2


@dataclass(frozen=True, slots=True)
class Slash:
    """A `/` that asks for the menu: `text[start:end]` is it and what is `typed` behind it."""

    start: int
    end: int
    typed: str


def slash(text: str, cursor: int) -> Slash | None:
    """The `/` before the cursor, when nothing else stands in its line but the number of a step."""
    line = max(text.rfind("\n", 0, cursor), text.rfind("\r", 0, cursor)) + 1
    found = _SLASH.match(text[max(line, cursor - 80) : cursor])
    if found is None or len(text[line:cursor]) != found.end():
        return None
    if text[cursor : _stop(text, cursor)].strip():
        return None
    return Slash(line + len(found["lead"]), cursor, found["typed"])


def slash_within(text: str, cursor: int) -> Slash | None:
    """The `/` before the cursor in the text of a step, where it begins a line or follows a space,
    and nothing is written right behind it; not that of `and/or` or of a path.
    """
    found = _WITHIN.search(text[max(0, cursor - 80) : cursor])
    if found is None or text[cursor : cursor + 1].strip():
        return None
    return Slash(cursor - 1 - len(found["typed"]), cursor, found["typed"])


def offered(skill: Skill, asked: Slash, *, within: bool = False) -> tuple[SnippetKind, ...]:
    """The entries that fit what is typed and can stand there; none inside code and the like.

    `within` a step that has other words, only what belongs into a step.
    """
    word = asked.typed.casefold()
    kinds = [
        kind
        for kind in SnippetKind
        if kind.value.startswith(word) or kind.snippet.title().casefold().startswith(word)
    ]
    if not kinds:
        return ()
    block = next((b for b in skill.blocks if b.start <= asked.start < b.end), None)
    hidden = block is not None and block.kind in _UNREAD
    if hidden or any(start <= asked.start < end for start, end in cut(skill.text).opaque):
        return ()
    own = _own_step(skill, asked)
    longer = within or (own is not None and own.body_end > asked.end)
    steps = any(step.number is not None for step in skill.steps if step is not own)
    return tuple(
        kind
        for kind in kinds
        if (kind.snippet.in_step or not longer) and (kind is not SnippetKind.NOTE or steps)
    )


def insert_snippet(skill: Skill, asked: Slash, snippet: Snippet) -> Template:
    """The whole text with the entry in the place of the `/`; the fields are those of the entry.

    On an empty step it is that step; on a line of its own it becomes a step, or stands between
    the steps.
    """
    text, made = skill.text, snippet.template
    own = _own_step(skill, asked)
    if not snippet.in_step:
        return _between(skill, asked, own, made)
    if own is None and not _continues(skill, asked):
        rest, line = _without_line(text, asked)
        after = sum(step.start < line for step in parse(rest).steps)
        written = insert_step(rest, after, made.text)
        new = parse(written).steps[after : after + 1]
        if new and new[0].text == made.text:
            return Template(written, made.at(new[0].body_start))
    written = text[: asked.start] + made.text + text[asked.end :]
    return Template(written, made.at(asked.start))


def _own_step(skill: Skill, asked: Slash) -> Step | None:
    """The step that begins with the `/`; a first line without a number is to become one."""
    for step in skill.steps:
        if step.body_start == asked.start:
            return step if step.number is not None or len(skill.steps) > 1 else None
    return None


def _continues(skill: Skill, asked: Slash) -> bool:
    """Whether it is indented as a further line of a step."""
    line = max(skill.text.rfind("\n", 0, asked.start), skill.text.rfind("\r", 0, asked.start)) + 1
    lead = skill.text[line : asked.start]
    return (
        len(lead) >= _INDENTED
        and not lead.strip()
        and any(step.body_start <= line < step.end for step in skill.steps)
    )


def _between(skill: Skill, asked: Slash, own: Step | None, made: Template) -> Template:
    """Set apart by blank lines, in the place of the step or of the line."""
    if own is None:
        rest, at = _without_line(skill.text, asked)
    else:
        rest = take_step_out(skill.text, own.position)
        at = _behind(parse(rest), own.position - 1)
    end = line_end(skill.text)
    before, after = rest[:at].rstrip("\r\n \t"), rest[at:].lstrip("\r\n")
    lead = before + end * 2 if before else ""
    tail = end * 2 + after if after.strip() else end
    shift = len(end) - 1
    text = made.text.replace("\n", end)
    fields = (
        (start + shift * breaks, stop + shift * breaks)
        for start, stop in made.fields
        for breaks in [made.text.count("\n", 0, start)]
    )
    return Template(lead + text + tail, Template(text, tuple(fields)).at(len(lead)))


def _behind(skill: Skill, position: int) -> int:
    """Where what stands after that step begins; 0: before the first, if there is one."""
    if position:
        return slots_of(skill)[position - 1].end
    return skill.steps[0].start if skill.steps else len(skill.text)


def _without_line(text: str, asked: Slash) -> tuple[str, int]:
    """The text without the line of the `/`, and where that was."""
    line = max(text.rfind("\n", 0, asked.start), text.rfind("\r", 0, asked.start)) + 1
    stop = _stop(text, asked.end)
    stop += 2 if text.startswith("\r\n", stop) else stop < len(text)
    return text[:line] + text[stop:], line


def _stop(text: str, at: int) -> int:
    """Where the line ends."""
    ends = (place for place in (text.find("\n", at), text.find("\r", at)) if place >= 0)
    return min(ends, default=len(text))
