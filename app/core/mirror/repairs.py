"""What can be done with one click about what is odd in a SKILL.md. Pure.

A repair changes the lines it is about and no others; what a file says is never lost by it.
"""

from collections.abc import Callable

from app.core.mirror.oddities import (
    FENCE,
    Odd,
    Oddity,
    decoded,
    is_name,
    oddities,
    with_quotes,
)
from app.core.mirror.standard import as_standard, shortened
from app.core.skills.editing.frontmatter import with_fields
from app.core.skills.editing.references import edited
from app.core.skills.editing.writing import line_end
from app.core.skills.reading.description import description_of
from app.core.skills.reading.frontmatter import Frontmatter, frontmatter
from app.core.skills.reading.grammar import parse

Mending = Callable[[str, Oddity, str], str | None]


def repaired(text: str, one: Oddity, folder: str) -> str | None:
    """The text of a file in a folder of that name without this oddity; None if no rule mends it.

    A byte-order mark is not in the text any more, so without it nothing is left to do.
    """
    mend = _MENDINGS.get(one.odd)
    changed = mend(text, one, folder) if mend is not None else None
    if changed is None:
        return None
    left = oddities(changed.encode(), folder)
    return changed if one not in left else None


def all_repaired(raw: bytes, folder: str) -> str | None:
    """The text with everything mended for which there is a rule; None if that is nothing."""
    text = decoded(raw)
    if text is None:
        return None
    mended: set[Oddity] = set()
    left = [*oddities(raw, folder)]
    while left:
        one = left.pop(0)
        changed = repaired(text, one, folder) if one not in mended else None
        if changed is not None:  # what it is about may have hidden something else
            text = changed
            mended.add(one)
            left = [*oddities(text.encode(), folder)]
    return text if mended else None


def _without_mark(text: str, _one: Oddity, _folder: str) -> str:
    return text


def _closed(text: str, _one: Oddity, _folder: str) -> str | None:
    """A fence after the last line in front that looks like YAML."""
    opening = FENCE.match(text)
    if opening is None:
        return None
    at = opening.end()
    for line in text[at:].splitlines(keepends=True):
        if not line.strip() or line.startswith("#"):
            break
        at += len(line)
    newline = line_end(text)
    lead = "" if text[:at].endswith(("\n", "\r")) else newline
    return f"{text[:at]}{lead}---{newline}{text[at:]}"


def _quoted(text: str, _one: Oddity, _folder: str) -> str | None:
    front = frontmatter(parse(text))
    return with_quotes(text, front) if front is not None else None


def _named(text: str, _one: Oddity, folder: str) -> str | None:
    return with_fields(text, {"name": folder}) if is_name(folder) else None


def _described(text: str, _one: Oddity, folder: str) -> str | None:
    said = description_of(parse(text))
    return with_fields(text, {"description": shortened(said)}) if said else None


def _shorter(text: str, _one: Oddity, _folder: str) -> str | None:
    """The description cut after a sentence; the whole of it is a paragraph below the title."""
    skill = parse(text)
    front = frontmatter(skill)
    field = front.field("description") if front is not None else None
    if front is None or field is None:
        return None
    whole = " ".join(field.text.split())
    changed = with_fields(text, {"description": shortened(whole)})
    newline = line_end(text)
    after = frontmatter(parse(changed))
    assert after is not None
    at = _after_title(changed, after)
    return edited(changed, [(at, at, f"{newline}{whole}{newline}")])


def _after_title(text: str, front: Frontmatter) -> int:
    """Behind the first heading, or behind the frontmatter where there is none."""
    skill = parse(text)
    if skill.title_start > front.end:
        end = text.find("\n", skill.title_end)
        return len(text) if end < 0 else end + 1
    end = text.find("\n", front.end)
    return len(text) if end < 0 else end + 1


def _once(text: str, one: Oddity, _folder: str) -> str | None:
    """Without the earlier ones of a key, of which most programs take the last."""
    front = frontmatter(parse(text))
    fields = [field for field in front.fields if field.name == one.about] if front else []
    changes = []
    for field in fields[:-1]:
        start = text.rfind("\n", 0, field.start) + 1
        end = text.find("\n", max(field.start, field.end - 1))
        changes.append((start, len(text) if end < 0 else end + 1, ""))
    return edited(text, changes) if changes else None


_MENDINGS: dict[Odd, Mending] = {
    Odd.BYTE_ORDER_MARK: _without_mark,
    Odd.NO_FRONTMATTER: lambda text, _one, folder: as_standard(text, folder),
    Odd.OPEN_FRONTMATTER: _closed,
    Odd.UNQUOTED_COLON: _quoted,
    Odd.REPEATED_KEY: _once,
    Odd.NO_NAME: _named,
    Odd.BAD_NAME: _named,
    Odd.NAME_NOT_FOLDER: _named,
    Odd.NO_DESCRIPTION: _described,
    Odd.LONG_DESCRIPTION: _shorter,
}
MENDABLE = frozenset(_MENDINGS)
"""For these there is a rule, which may still find nothing it could do."""
