"""What can be completed where the cursor is: skill names, goals, variables, annotations."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

from app.core.skills.editing.complete_arguments import Asked, Inputs, asked
from app.core.skills.editing.complete_arguments import names as names_asked
from app.core.skills.editing.complete_arguments import values as values_asked
from app.core.skills.model import GoalKind, Parameter, Skill
from app.core.skills.names import key
from app.core.skills.reading.annotations import CAPABILITIES
from app.core.skills.reading.grammar import parse

_MOST = 50
_ALIKE = 60
"""Per cent: from here on a word may be meant by another that is mistyped."""
_TYPED = r"[ \t]*(?P<typed>[^\r\n()\[\]@>→]{0,80})\Z"
_NAME = re.compile(r"@skill:" + _TYPED, re.I)
_LINK = re.compile(r"\[\[skill:" + _TYPED, re.I)
_MEMBER = re.compile(
    r"@parallel:[ \t]*\[(?P<before>[^\[\]\r\n]*,)?[ \t]*"
    r"(?P<typed>[^\r\n()\[\]@>→,$=]{0,80})\Z",
    re.I,
)
_MENTION = re.compile(r"(?<![\w.])@(?P<typed>(?:[^\W_][^\r\n()\[\]@>→:]{0,60})?)\Z")
_VARIABLE = re.compile(r"(?<![\w$])\$(?P<typed>\w*)\Z")
_NEED = re.compile(r"@needs?:[ \t]*(?:[a-z-]+[ \t]*,[ \t]*)*(?P<typed>[a-z-]*)\Z", re.I)
_ANNOTATION = re.compile(r"(?<![\w.])(?P<typed>@\w*|\[\[?[\w-]*)\Z")
_GOAL = re.compile(r"[ ]{0,3}(?:[-*+•][ \t]+)?(?P<typed>[A-Za-z][A-Za-z ]{0,14})\Z")
_QUOTES = frozenset('"“”')
_OPENING = "\"“„«'‘` "
_SIGN = re.compile(r"[^\w\s/-]")
"""What a name is rarely written with, and what ends one in a sentence."""
_PLAIN_QUOTES = str.maketrans(dict.fromkeys("“”„«»'‘’`", '"'))
_SLUG = re.compile(r"[^\W_](?:[\w]|-(?!>))*(?:/[^\W_](?:[\w]|-(?!>))*)*\Z")

_ANNOTATIONS = (
    ("@skill:", "@skill: "),
    ("@loop:", "@loop: "),
    ("@branch:", "@branch: if "),
    ("@parallel:", "@parallel: ["),
    ("@needs:", "@needs: "),
    ("[[skill:]]", "[[skill: "),
    ("[ANCHOR]", "[ANCHOR] "),
    ("[dispatch-safe: yes]", "[dispatch-safe: yes]"),
    ("[dispatch-safe: partial]", "[dispatch-safe: partial]"),
    ("[dispatch-safe: no]", "[dispatch-safe: no]"),
    ("[verify: tool]", "[verify: tool]"),
    ("[verify: state]", "[verify: state]"),
    ("[verify: human]", "[verify: human]"),
)


class ItemKind(StrEnum):
    SKILL = "skill"
    """A call, which may go on with arguments and results."""
    MEMBER = "member"
    """A call among others at the same time, which may go on with arguments."""
    LINK = "link"
    """The name of a skill in brackets, which nothing follows."""
    ARGUMENT = "argument"
    """An input of the skill that is called, or what it may be given."""
    GOAL = "goal"
    VARIABLE = "variable"
    ANNOTATION = "annotation"
    CAPABILITY = "capability"


@dataclass(frozen=True, slots=True)
class Item:
    """`label` is shown, `insert` is written."""

    label: str
    insert: str
    kind: ItemKind


@dataclass(frozen=True, slots=True)
class Completion:
    """`text[start:end]` is what the chosen item replaces; the best item is first."""

    start: int
    end: int
    items: tuple[Item, ...]


def _none(_name: str) -> Sequence[Parameter]:
    return ()


def completions(
    text: str, cursor: int, names: Sequence[str], inputs: Inputs = _none
) -> Completion | None:
    """What may follow at `cursor`, an index into `text`; None when nothing fits.

    `names` are those by which the skills can be called, `inputs` says what one of them takes.
    """
    cursor = max(0, min(cursor, len(text)))
    line = max(text.rfind("\n", 0, cursor), text.rfind("\r", 0, cursor)) + 1
    before = text[max(line, cursor - 400) : cursor]
    mention = _MENTION.search(before)
    if mention is not None and (called := _called(mention["typed"], names)):
        return _completion(cursor, mention[0], called)
    question = asked(before)
    if question is not None and not question.typed.startswith("$"):
        return _completion(cursor, question.typed, _arguments(text, cursor, question, inputs))
    member = _MEMBER.search(before)
    if member is not None and _is_closed(member["before"] or ""):
        members = _skills(member["typed"], names, ItemKind.MEMBER)
        return _completion(cursor, member["typed"], members)
    kinds: tuple[tuple[re.Pattern[str], Callable[[str], list[Item]]], ...] = (
        (_NAME, lambda typed: _skills(typed, names, ItemKind.SKILL)),
        (_LINK, lambda typed: _skills(typed, names, ItemKind.LINK)),
        (_NEED, _capabilities),
        (_VARIABLE, lambda typed: _variables(text, cursor, typed)),
        (_ANNOTATION, _annotations),
    )
    for pattern, offered in kinds:
        found = pattern.search(before)
        if found is not None:
            return _completion(cursor, found["typed"], offered(found["typed"]))
    goal = _GOAL.match(before) if len(before) == cursor - line else None
    return _completion(cursor, goal["typed"], _goals(goal["typed"])) if goal is not None else None


def _completion(cursor: int, typed: str, items: list[Item]) -> Completion | None:
    if not items:
        return None
    return Completion(cursor - len(typed), cursor, tuple(items[:_MOST]))


def _is_closed(arguments: str) -> bool:
    """Whether no bracket of the members before is still open."""
    return arguments.count("(") == arguments.count(")")


def _called(typed: str, names: Sequence[str]) -> list[Item]:
    """After a bare `@`: skills one of whose words begins so, then annotations.

    Those that begin so themselves come first, then the annotations that do.
    """
    wanted = key(typed)
    first, others = list[Item](), list[Item]()
    for name in sorted(_possible(typed, names), key=str.casefold):
        at = f"-{key(name)}".find(f"-{wanted}")
        if at >= 0:
            item = Item(name, f"@skill: {written_name(name)}", ItemKind.SKILL)
            (others if at else first).append(item)
    annotations = _annotations(f"@{typed}")
    room = max(_MOST - len(annotations), 0)
    return [*first[:room], *annotations, *others] if wanted else [*first[:room], *annotations]


def _skills(typed: str, names: Sequence[str], kind: ItemKind) -> list[Item]:
    """Names that begin with, then contain, then resemble what is typed."""
    wanted = key(typed.strip('"“ '))
    ranked = []
    for name in _possible(typed, names):
        own = key(name)
        if own.startswith(wanted):
            ranked.append((0.0, name))
        elif wanted in own:
            ranked.append((1.0, name))
        elif (like := fuzz.partial_ratio(wanted, own)) >= 75 and _is_all_in(wanted, own):
            ranked.append((2.0 + 100 - like, name))
    ranked.sort(key=lambda pair: (pair[0], pair[1].casefold()))
    items = [Item(name, written_name(name), kind) for _rank, name in ranked]
    return [item for item in items if _QUOTES.isdisjoint(item.label) or item.insert != typed]


def _is_all_in(wanted: str, own: str) -> bool:
    """Whether every word resembles one of the name; another one is written behind the name."""
    words = own.split("-")
    return all(
        any(one.startswith(typed) or fuzz.ratio(typed, one) >= _ALIKE for one in words)
        for typed in wanted.split("-")
    )


def _possible(typed: str, names: Sequence[str]) -> Sequence[str]:
    """Behind a full stop, a comma or any other sign: those that have it there.

    For any other the sign is behind the name, and would be lost with it.
    """
    inside = typed.lstrip(_OPENING)
    if _SIGN.search(inside) is None:
        return names
    wanted = _plain(inside)
    return [name for name in names if wanted in _plain(name)]


def _plain(name: str) -> str:
    return name.casefold().translate(_PLAIN_QUOTES)


def written_name(name: str) -> str:
    """`name` as the target of a call: in quotes unless it is one word, or one behind another."""
    if _SLUG.match(name):
        return name
    return f'"{name}"' if '"' not in name else f"“{name}”"


def _variables(text: str, cursor: int, typed: str) -> list[Item]:
    """Inputs first, then what the steps before the cursor capture."""
    names = [name for name in _known(parse(text), cursor) if name.startswith(typed)]
    return [Item(f"${name}", name, ItemKind.VARIABLE) for name in names if name != typed]


def _known(skill: Skill, cursor: int) -> list[str]:
    names = [p.name for p in skill.requires if not p.start < cursor <= p.end]
    names += [
        use.name
        for step in skill.steps
        for use in step.variables
        if use.captured and use.end < cursor
    ]
    inside = next((g for g in skill.goals if g.start <= cursor <= g.end), None)
    if inside is not None:
        names += [use.name for step in skill.steps for use in step.variables if use.captured]
    return list(dict.fromkeys(names))


def _arguments(text: str, cursor: int, question: Asked, inputs: Inputs) -> list[Item]:
    """Inputs that have nothing yet, each with the variable of its name where there is one.

    Behind `name=`: the values it can have, then variables.
    """
    taken = inputs(question.skill)
    known = _known(parse(text), cursor) if taken else []
    if question.name:
        found = [Item(one, one, ItemKind.ARGUMENT) for one in values_asked(question, taken)]
        if question.typed or not taken:
            return found
        own = sorted(known, key=lambda name: name != question.name)
        return found + [Item(f"${name}", f"${name}", ItemKind.ARGUMENT) for name in own]
    return [
        Item(
            _described(p),
            f"{p.name}=${p.name}" if p.name in known else f"{p.name}=",
            ItemKind.ARGUMENT,
        )
        for p in names_asked(question, taken)
    ]


def _described(parameter: Parameter) -> str:
    """An input with its type, such as `depth?: string`."""
    name = f"{parameter.name}?" if parameter.optional else parameter.name
    return f"{name}: {parameter.type}" if parameter.type else name


def _annotations(typed: str) -> list[Item]:
    low = typed.casefold()
    return [
        Item(label, insert, ItemKind.ANNOTATION)
        for label, insert in _ANNOTATIONS
        if label.casefold().startswith(low)
    ]


def _capabilities(typed: str) -> list[Item]:
    names = sorted(name for name in CAPABILITIES if name.startswith(typed.casefold()))
    return [Item(name, name, ItemKind.CAPABILITY) for name in names]


def _goals(typed: str) -> list[Item]:
    low = typed.casefold()
    return [
        Item(f"{kind.value}:", f"{kind.value}: ", ItemKind.GOAL)
        for kind in GoalKind
        if kind.value.casefold().startswith(low)
    ]
