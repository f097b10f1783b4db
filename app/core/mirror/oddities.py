"""What is odd about a SKILL.md, by what the programs make of it that read such files.

Every program reads the frontmatter with another reader, so a file that one loads another refuses
or passes over. `clients` says which of these each of them refuses; here is only what there is.
Rules: agentskills.io/specification, and its reference validator.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from app.core.skills.model import Skill
from app.core.skills.reading.frontmatter import Frontmatter, frontmatter
from app.core.skills.reading.grammar import parse
from app.core.words import _

FILE = "SKILL.md"
STANDARD = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
"""The keys that the standard knows."""
LONGEST_NAME, LONGEST_DESCRIPTION, LONGEST_COMPATIBILITY = 64, 1024, 500
"""Characters."""
LARGEST = 1 << 20
"""Bytes of a SKILL.md; nobody's skill is as large."""
BOM = b"\xef\xbb\xbf"
FENCE = re.compile(r"---[ \t]*(?:\r\n?|\n)")
_CLOSING = re.compile(r"(?<=[\r\n])(?:---|\.\.\.)[^\S\r\n]*(?:\r\n?|\n|\Z)")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Odd(StrEnum):
    """The names are those of `resources/clients.toml`."""

    NOT_TEXT = "not-text"
    TOO_LARGE = "too-large"
    BYTE_ORDER_MARK = "byte-order-mark"
    NO_FRONTMATTER = "no-frontmatter"
    OPEN_FRONTMATTER = "open-frontmatter"
    UNQUOTED_COLON = "unquoted-colon"
    NOT_YAML = "not-yaml"
    REPEATED_KEY = "repeated-key"
    NO_NAME = "no-name"
    BAD_NAME = "bad-name"
    NAME_NOT_FOLDER = "name-not-folder"
    NO_DESCRIPTION = "no-description"
    LONG_DESCRIPTION = "long-description"
    ANGLE_BRACKETS = "angle-brackets"
    LONG_COMPATIBILITY = "long-compatibility"
    METADATA_NOT_TEXT = "metadata-not-text"
    OTHER_KEY = "other-key"
    FILE_NAME = "file-name"

    @property
    def said(self) -> str:
        """In a few words, as they follow "would not load this:"."""
        return {
            Odd.NOT_TEXT: _("not UTF-8 text"),
            Odd.TOO_LARGE: _("larger than 1 MB"),
            Odd.BYTE_ORDER_MARK: _("byte-order mark"),
            Odd.NO_FRONTMATTER: _("no frontmatter"),
            Odd.OPEN_FRONTMATTER: _("the frontmatter is not closed"),
            Odd.UNQUOTED_COLON: _("a colon in an unquoted value"),
            Odd.NOT_YAML: _("the frontmatter is not valid YAML"),
            Odd.REPEATED_KEY: _("a key appears twice"),
            Odd.NO_NAME: _("no name"),
            Odd.BAD_NAME: _("the name is not in lower-case letters, digits, and hyphens"),
            Odd.NAME_NOT_FOLDER: _("the name is not that of its folder"),
            Odd.NO_DESCRIPTION: _("no description"),
            Odd.LONG_DESCRIPTION: _("the description is longer than 1,024 characters"),
            Odd.ANGLE_BRACKETS: _("the description has < or > in it"),
            Odd.LONG_COMPATIBILITY: _("compatibility is longer than 500 characters"),
            Odd.METADATA_NOT_TEXT: _("a value under metadata is not text"),
            Odd.OTHER_KEY: _("a key that the standard does not know"),
            Odd.FILE_NAME: _("the file is not called SKILL.md"),
        }[self]


@dataclass(frozen=True, slots=True)
class Oddity:
    """`about` is what it is about: the key that appears twice, the name that is no name."""

    odd: Odd
    about: str = ""

    @property
    def said(self) -> str:
        return f"{self.odd.said} ({self.about})" if self.about else self.odd.said


def decoded(raw: bytes) -> str | None:
    """The text of a file without the mark in front; None when it is not UTF-8."""
    try:
        return raw.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError:
        return None


def oddities(raw: bytes, folder: str, file: str = FILE) -> tuple[Oddity, ...]:
    """What is odd about the file called `file` with these bytes in a folder of that name.

    Total: any bytes give an answer. The worst comes first.
    """
    if len(raw) > LARGEST:
        return (Oddity(Odd.TOO_LARGE),)
    text = decoded(raw)
    if text is None or "\0" in text:
        return (Oddity(Odd.NOT_TEXT),)
    found = [Oddity(Odd.BYTE_ORDER_MARK)] if raw.startswith(BOM) else []
    if file != FILE:
        found.append(Oddity(Odd.FILE_NAME, file))
    skill = opening(text)
    front = frontmatter(skill)
    if front is None:
        is_open = FENCE.match(text) is not None
        return (*found, Oddity(Odd.OPEN_FRONTMATTER if is_open else Odd.NO_FRONTMATTER))
    return (*found, *_of_yaml(skill, front), *_of_fields(front, folder))


def opening(text: str) -> Skill:
    """A text read as far as its frontmatter goes, which is all that programs list of a skill."""
    begins = FENCE.match(text)
    ends = _CLOSING.search(text, begins.end()) if begins is not None else None
    return parse(text[: ends.end()] if ends is not None else text)


def is_name(name: str) -> bool:
    """Whether every program takes it for the name of a skill, and every system for a folder's."""
    return len(name) <= LONGEST_NAME and _NAME.fullmatch(name) is not None


def _of_yaml(skill: Skill, front: Frontmatter) -> Iterator[Oddity]:
    if not front.is_yaml:
        colon = with_quotes(skill.text, front) is not None
        yield Oddity(Odd.UNQUOTED_COLON if colon else Odd.NOT_YAML)
    for name, count in Counter(field.name for field in front.fields).items():
        if count > 1:
            yield Oddity(Odd.REPEATED_KEY, name)


def with_quotes(text: str, front: Frontmatter) -> str | None:
    """The text with quotes around the values that a colon makes no YAML; None if that is no help.

    As clients that are lenient try it when the YAML cannot be read.
    """
    changed = text
    for field in reversed(front.fields):
        written = text[field.start : field.end]
        value = written.strip()
        if "\n" in value or not re.search(r":(?=\s|$)| #", value) or value[0] in "\"'|>[{&*!":
            continue
        quoted = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        changed = changed[: field.start] + written.replace(value, quoted, 1) + changed[field.end :]
    if changed == text:
        return None
    after = frontmatter(parse(changed))
    return changed if after is not None and after.is_yaml else None


def _of_fields(front: Frontmatter, folder: str) -> Iterator[Oddity]:
    name = _said(front, "name")
    if not name:
        yield Oddity(Odd.NO_NAME)
    elif not is_name(name):
        yield Oddity(Odd.BAD_NAME, name)
    if name and name != folder:
        yield Oddity(Odd.NAME_NOT_FOLDER, name)
    description = _said(front, "description")
    if not description:
        yield Oddity(Odd.NO_DESCRIPTION)
    if len(description) > LONGEST_DESCRIPTION:
        yield Oddity(Odd.LONG_DESCRIPTION)
    if "<" in description or ">" in description:
        yield Oddity(Odd.ANGLE_BRACKETS)
    if len(_said(front, "compatibility")) > LONGEST_COMPATIBILITY:
        yield Oddity(Odd.LONG_COMPATIBILITY)
    for field in front.fields:
        if field.name.startswith("metadata.") and not isinstance(field.value, str):
            yield Oddity(Odd.METADATA_NOT_TEXT, field.name.removeprefix("metadata."))
        if "." not in field.name and field.name not in STANDARD:
            yield Oddity(Odd.OTHER_KEY, field.name)


def _said(front: Frontmatter, name: str) -> str:
    field = front.field(name)
    return field.text.strip() if field is not None else ""
