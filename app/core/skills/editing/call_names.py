"""Calls that lead to a skill under its new name; nothing else of the text changes."""

from collections.abc import Iterator, Mapping

from app.core.skills import names
from app.core.skills.editing.complete import written_name
from app.core.skills.editing.references import Edit, edited
from app.core.skills.model import Call, Skill
from app.core.skills.reading.grammar import parse

QUOTES = (
    ('"', '"'), ("“", "”"), ("'", "'"), ("‘", "’"), ("`", "`"), ("«", "»"), ("„", "”"),
)  # fmt: skip
_OPENINGS = frozenset(opening for opening, _closing in QUOTES)


def with_call_names(text: str, moved: Mapping[str, str]) -> str | None:
    """The text with every call of a moved skill by its new name, which `moved` gives by its key.

    A key with a slash is that of calls with this engram, and their new name has one, too.

    A name in quotes keeps them as long as it can stand in them; another gets quotes unless it is
    one word. None when in no quotes the text would say the same: a name with all of them in it,
    or a jump to a step by what that step calls.
    """
    before = parse(text)
    calls = [call for call in before.calls if call.explicit and _key(call, moved) in moved]
    if not calls:
        return text
    wanted = _meaning(before, moved)
    for quotes in (None, *QUOTES):
        if any(_closing(text, call, quotes) in moved[_key(call, moved)] for call in calls):
            continue
        edits = [_edit(text, call, moved[_key(call, moved)], quotes) for call in calls]
        changed = edited(text, edits)
        if _meaning(parse(changed), {}) == wanted:
            return changed
    return None


def without_quotes(text: str) -> str:
    """The text with the names of its calls out of their quotes, to be compared with another."""
    return edited(
        text,
        [
            (call.target_start - 1, call.target_end + 1, text[call.target_start : call.target_end])
            for call in parse(text).calls
            if call.explicit and text[call.target_start - 1] in _OPENINGS
        ],
    )


def _key(call: Call, moved: Mapping[str, str]) -> str:
    """That of the two which `moved` can have: with a slash behind the engram, and without."""
    key = names.call_key(call.target)
    return key if key in moved else names.key(call.target)


def _closing(text: str, call: Call, quotes: tuple[str, str] | None) -> str:
    """What would end the name too early if it had that in it; a line end where nothing would."""
    opening = text[call.target_start - 1] if quotes is None else quotes[0]
    return dict(QUOTES).get(opening, "\n")


def _edit(text: str, call: Call, name: str, quotes: tuple[str, str] | None) -> Edit:
    """The name in these quotes; without any given in those it has, else as it needs them."""
    is_quoted = text[call.target_start - 1] in _OPENINGS
    if quotes is None and is_quoted:
        return call.target_start, call.target_end, name
    left, right = call.target_start - is_quoted, call.target_end + is_quoted
    return left, right, written_name(name) if quotes is None else name.join(quotes)


def _meaning(skill: Skill, moved: Mapping[str, str]) -> list[object]:
    """What has to stay as it is when names of calls change, with the moved ones changed."""
    found: list[object] = [skill.title, [block.kind for block in skill.blocks]]
    found += [(goal.kind, list(_called(goal.calls, moved))) for goal in skill.goals]
    for step in skill.steps:
        jumps = [(jump.kind, jump.target, jump.maximum) for jump in step.jumps]
        variables = [(use.name, use.captured) for use in step.variables]
        found.append((list(_called(step.calls, moved)), jumps, variables, step.needs))
    return found


def _called(calls: tuple[Call, ...], moved: Mapping[str, str]) -> Iterator[object]:
    for call in calls:
        key = names.key(call.target)
        if call.explicit:
            key = names.key(moved.get(_key(call, moved), call.target))
        yield key, call.arguments, call.captures, call.explicit, call.parallel, call.on_failure
