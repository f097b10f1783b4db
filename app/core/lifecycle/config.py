"""The settings of the knowledge, in a YAML file that people may write in.

Names, defaults and bounds are those of seed 000, section 11, under `procedural:`, at the top or
within `memory:` and `pipelineV2:`, and those of seed 002, C, there too; `boostOnUse`,
`memoryDecayRate`, `diskGraceHours` and `useScorer` are ours.
"""

import math
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from app.core.errors import AppError
from app.core.lifecycle.importance import Rule
from app.core.lifecycle.yaml_nodes import (
    MappingNode,
    Node,
    NotYaml,
    ScalarNode,
    compose,
    end_of_line,
    entries,
    is_nothing,
)
from app.core.store.errors import sentences
from app.core.store.files import Home, replace_file
from app.core.words import _

SECTION = "procedural"
_INSIDE = ("memory", "pipelineV2", SECTION)
"""The block of seed 000, section 11, as given there."""
Mode = Literal["event", "interval"]
_MODES = ("event", "interval")


@dataclass(frozen=True, slots=True)
class Procedural:
    """Every field has a default, which also stands in for a missing or an impossible value."""

    enabled: bool = True
    decay_rate: float = 0.99
    min_importance: float = 0.3
    importance_on_install: float = 0.7
    boost_on_use: float = 0.05
    memory_decay_rate: float = 0.95
    affinity_threshold: int = 3
    affinity_mode: Mode = "event"
    affinity_interval_ms: int = 21_600_000
    suggestion_limit: int = 5
    resumed_suggestion_limit: int = 3
    prompt_suggestion_limit: int = 2
    enrich_on_install: bool = True
    enrich_min_description: int = 30
    reconcile_interval_ms: int = 60_000
    disk_grace_hours: int = 24
    success_window: int = 20
    warn_below: float = 0.4
    warn_at_least: int = 5
    deprecate_below: float = 0.3
    deprecate_at_least: int = 10
    auto_deprecate: bool = True
    candidate_sessions: int = 3
    candidate_days: int = 30
    auto_promote: bool = False
    use_scorer: bool = False

    @property
    def skills(self) -> Rule:
        """How the importance of skills moves."""
        return Rule(
            self.importance_on_install, self.decay_rate, self.min_importance, self.boost_on_use
        )

    def session_limit(self, source: str) -> int:
        """How many skills a session is given that begins so, as clients call it."""
        is_new = source in ("", "startup", "clear")
        return self.suggestion_limit if is_new else self.resumed_suggestion_limit

    @property
    def memories(self) -> Rule:
        """How the importance of memories moves: it has no floor."""
        return Rule(self.importance_on_install, self.memory_decay_rate, 0.0, self.boost_on_use)


BOUNDS: dict[str, tuple[float, float]] = {
    "decay_rate": (0, 1),
    "min_importance": (0, 1),
    "importance_on_install": (0, 1),
    "boost_on_use": (0, 1),
    "memory_decay_rate": (0, 1),
    "affinity_threshold": (1, 1_000),
    "affinity_interval_ms": (60_000, 2_592_000_000),
    "suggestion_limit": (1, 50),
    "resumed_suggestion_limit": (0, 50),
    "prompt_suggestion_limit": (0, 50),
    "enrich_min_description": (10, 500),
    "reconcile_interval_ms": (10_000, 600_000),
    "disk_grace_hours": (1, 720),
    "success_window": (5, 200),
    "warn_below": (0, 1),
    "warn_at_least": (1, 200),
    "deprecate_below": (0, 1),
    "deprecate_at_least": (1, 200),
    "candidate_sessions": (2, 100),
    "candidate_days": (1, 36_500),
}
"""The smallest and the largest value of each number; others are brought to the nearer one."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the file that could not be taken as it stands; `line` counts from 1."""

    line: int
    sentence: str


def path(home: Home) -> Path:
    return home.folder / "knowledge.yaml"


def load(home: Home) -> tuple[Procedural, tuple[Problem, ...]]:
    """The settings in the file of a vault's folder; defaults where there is none."""
    try:
        text = path(home).read_bytes().decode("utf-8")
    except FileNotFoundError:
        return Procedural(), ()
    except (OSError, UnicodeDecodeError) as error:
        return Procedural(), (Problem(1, _("The file cannot be read: {why}").format(why=error)),)
    return read(text)


def store(home: Home, settings: Procedural) -> None:
    """Write what differs from the file into it; raises `AppError` if the file is no YAML."""
    place = path(home)
    with sentences():
        try:
            text = place.read_bytes().decode("utf-8")
        except FileNotFoundError:
            text = ""
        except UnicodeDecodeError as error:
            raise _unreadable() from error
        changed = write(text, settings)
        if changed != text:
            replace_file(place.resolve(), changed.encode())


def read(text: str) -> tuple[Procedural, tuple[Problem, ...]]:
    """The settings in a YAML text and what is odd in it. Total: any text gives settings."""
    try:
        section = _section(root := compose(text))
    except NotYaml as error:
        return Procedural(), (Problem(error.line, str(error)),)
    values: dict[str, Any] = {}
    problems = _odd(root, section)
    for key, node in entries(section):
        line = key.start_mark.line + 1
        name = _NAMES.get(key.value)
        if name is None:
            problems.append(Problem(line, _unknown(key.value)))
            continue
        value, sentence = _value(name, node)
        if sentence:
            problems.append(Problem(line, sentence.format(key=key.value, value=value)))
        if value is not None:
            values[name] = value
    return Procedural(**values), tuple(sorted(problems, key=lambda problem: problem.line))


def write(text: str, settings: Procedural) -> str:
    """`text` saying `settings`: only values that differ are touched, all else stays as it is.

    Numbers are brought into their bounds. Raises `AppError` if the text is no YAML, or says a
    value in a way that cannot be replaced.
    """
    settings = bounded(settings)
    try:
        before, _problems = read(text)
        section = _section(root := compose(text))
    except NotYaml as error:
        raise _unreadable() from error
    wanted = {
        name: getattr(settings, name)
        for name in KEYS
        if getattr(settings, name) != getattr(before, name)
    }
    if not wanted:
        return text
    nodes = {_NAMES[k.value]: n for k, n in entries(section) if k.value in _NAMES}
    edits = [
        (nodes[name].start_mark.index, nodes[name].end_mark.index, _written(value))
        for name, value in wanted.items()
        if name in nodes
    ]
    missing = {name: value for name, value in wanted.items() if name not in nodes}
    if missing:
        edits.append(_added(text, root, section, missing))
    changed = text
    for start, end, new in sorted(edits, reverse=True):
        changed = changed[:start] + new + changed[end:]
    try:
        agrees = read(changed)[0] == settings
    except AppError:
        agrees = False
    if not agrees:
        raise AppError(
            _("Techne cannot edit the settings file the way it is written."),
            _("Change the value in the file itself: knowledge.yaml."),
        )
    return changed


def bounded(settings: Procedural) -> Procedural:
    """The settings with every number brought into its bounds."""
    return replace(
        settings,
        **{
            name: type(getattr(settings, name))(min(max(getattr(settings, name), low), high))
            for name, (low, high) in BOUNDS.items()
        },
    )


# The YAML side


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


KEYS = {field.name: _camel(field.name) for field in fields(Procedural)}
"""What each setting is called in the file."""
_NAMES = {key: name for name, key in KEYS.items()}
_KINDS: dict[str, Any] = {name: type(getattr(Procedural(), name)) for name in KEYS}


def _block(root: Node | None) -> tuple[ScalarNode, Node] | None:
    """The key of the settings and what stands under it, at the top or where the seed has it."""
    for names in ((SECTION,), _INSIDE):
        found: tuple[ScalarNode, Node] | None = None
        node = root
        for name in names:
            found = next((entry for entry in entries(node) if entry[0].value == name), None)
            node = found[1] if found is not None else None
        if found is not None:
            return found
    return None


def _section(root: Node | None) -> Node | None:
    found = _block(root)
    return found[1] if found is not None else None


def _odd(root: Node | None, section: Node | None) -> list[Problem]:
    """Why a file, or a part of it, says nothing; and what it says twice."""
    if root is None or is_nothing(root):
        return []
    if section is None:
        sentence = _("This file has no “{section}:”, so it changes nothing.")
        return [Problem(root.start_mark.line + 1, sentence.format(section=SECTION))]
    if not isinstance(section, MappingNode):
        sentence = _("“{section}:” takes settings such as “decayRate: 0.99”.")
        said = Problem(section.start_mark.line + 1, sentence.format(section=SECTION))
        return [] if is_nothing(section) else [said]
    keys = [key for key, _node in section.value if isinstance(key, ScalarNode)]
    last = {key.value: key for key in keys}
    sentence = _("“{key}” appears again below; the later value wins.")
    return [
        Problem(key.start_mark.line + 1, sentence.format(key=key.value))
        for key in keys
        if last[key.value] is not key
    ]


def _unknown(key: str) -> str:
    close = get_close_matches(key, _NAMES, n=1)
    if close:
        sentence = _("“{key}” is not a setting. Did you mean “{close}”?")
        return sentence.format(key=key, close=close[0])
    return _("“{key}” is not a setting.").format(key=key)


def _value(name: str, node: Node) -> tuple[Any, str]:
    """The value of a setting and what is odd about it; None when the default stands in."""
    said = node.value if isinstance(node, ScalarNode) else ""
    if name == "affinity_mode":
        return (said, "") if said in _MODES else (None, _("“{key}” must be event or interval."))
    plain = said.strip() if isinstance(node, ScalarNode) and not node.style else ""
    if _KINDS[name] is bool:
        if plain in ("true", "True", "TRUE", "false", "False", "FALSE"):
            return plain.lower() == "true", ""
        return None, _("“{key}” must be true or false.")
    try:
        number = float(plain)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or (_KINDS[name] is int and number != int(number)):
        return None, _("“{key}” must be a number.")
    low, high = BOUNDS[name]
    kept = _KINDS[name](min(max(number, low), high))
    return kept, "" if kept == number else _("“{key}” was set to {value}.")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _added(
    text: str, root: Node | None, section: Node | None, missing: dict[str, Any]
) -> tuple[int, int, str]:
    """The edit that puts missing settings behind the last one of the section."""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"{KEYS[name]}: {_written(value)}" for name, value in missing.items()]
    if isinstance(section, MappingNode) and section.value:
        if section.flow_style:
            at = section.value[-1][1].end_mark.index
            return at, at, "".join(f", {line}" for line in lines)
        indent = " " * section.value[0][0].start_mark.column
        at = end_of_line(text, section.value[-1][1].end_mark.index)
        return at, at, "".join(f"{newline}{indent}{line}" for line in lines)
    block = _block(root)
    indent = " " * (block[0].start_mark.column + 2 if block is not None else 2)
    below = "".join(f"{newline}{indent}{line}" for line in lines)
    if section is None:
        at = len(text)
        if isinstance(root, MappingNode) and root.value and not root.flow_style:
            at = end_of_line(text, root.value[-1][1].end_mark.index)
        gap = newline if text[:at].strip() and not text[:at].endswith(("\n", "\r")) else ""
        rest = "" if text[at:].startswith(("\n", "\r")) else newline
        return at, at, f"{gap}{SECTION}:{below}{rest}"
    start, end = section.start_mark.index, section.end_mark.index
    return start, end, below


def _unreadable() -> AppError:
    return AppError(
        _("The settings file knowledge.yaml is no longer valid YAML, so it was not changed."),
        _("Repair the file, or delete it to go back to the defaults."),
    )
