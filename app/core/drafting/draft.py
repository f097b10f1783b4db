"""A first text of a skill from a rough description of what somebody does."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from app.core.drafting.outline import LONGEST, Outline, outline
from app.core.drafting.tracing import Source, sorted_sources, traced
from app.core.drafting.verifying import Struck, added_words, verified
from app.core.errors import AppError
from app.core.llm.answer import begun, objects
from app.core.llm.model import Ask, Model, ModelTrouble, Sampling
from app.core.progress import SILENT, Progress
from app.core.skills.model import GoalKind
from app.core.skills.reading.grammar import parse
from app.core.words import _, ngettext

_PROMPT = Path(__file__).resolve().parents[3] / "resources" / "prompts" / "draft.txt"
_MOST_STEPS = 40
_LONGEST_LINE = 400
_SAMPLING = Sampling(tokens=1_500)
_GOALS = {
    "trigger": GoalKind.TRIGGER,
    "success": GoalKind.SUCCESS,
    "prerequisites": GoalKind.PREREQUISITES,
    "out_of_scope": GoalKind.OUT_OF_SCOPE,
    "on_failure": GoalKind.ON_FAILURE,
}
_DIRECTIVE = re.compile(
    r"@(?=\w)|\[\[|\]\]|<!--|-->|_\(from |\[(?=ANCHOR|dispatch-safe|verify)|`{3,}|~{3,}",
    re.IGNORECASE,
)
_HIDDEN = re.compile("[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")
_MARKER = re.compile(r"^(?:[-*+•#>]+|(?:step\s*)?\d+[.):])\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Draft:
    """A skill text to be looked at, not saved yet.

    `sources` are the parts of the description, each with its place in the text; `added` are words
    of a model in the text that the description does not have, `struck` what it said and nobody
    else, which is not in the text. `model` is the name of the model that wrote it; empty for the
    description's own words, and then `why` says why no model did. `other` is a model's draft that
    keeps less than these words.
    """

    text: str
    sources: tuple[Source, ...] = ()
    added: tuple[str, ...] = ()
    struck: tuple[Struck, ...] = ()
    model: str = ""
    why: str = ""
    other: "Draft | None" = None

    @property
    def lost(self) -> tuple[Source, ...]:
        """The parts of the description that are not in it."""
        return tuple(source for source in self.sources if source.is_lost)


def draft(
    description: str,
    model: Model | None = None,
    progress: Progress = SILENT,
    hear: Callable[[str], object] = lambda _written: None,
) -> Draft:
    """A skill made of a description, by the model if there is one. With a model: a job.

    `hear` is told what the model has written so far, in the thread of the work; see `so_far`.
    Without a model, or when what it says is no procedure or keeps less of the description, the
    description's own sentences are sorted.
    Raises `AppError` for a description that says nothing or is too long, and `Cancelled`.
    """
    if not description.strip():
        raise AppError(
            _("There is nothing to draft from."), _("Describe in a few sentences what you do.")
        )
    if len(description) > LONGEST:
        raise AppError(
            _("This description is too long to draft from."),
            _("Use the part that describes one procedure, at most 20 000 characters."),
        )
    own = outline(description)
    plain = Draft(own.text, sorted_sources(description, own.parts))
    if model is None:
        return plain
    try:
        written = _streamed(model, ask(description), progress, hear)
    except ModelTrouble as trouble:
        return replace(plain, why=f"{trouble} {trouble.hint}".strip())
    found = read(written)
    if found is None:
        return replace(plain, why=_("The model's answer was not a procedure."))
    kept, struck = verified(found, description, own.parts)
    if not kept.steps:
        return replace(plain, struck=struck, why=_("You said none of the model's steps."))
    kept.title = kept.title or own.title
    sources = traced(description, own.parts, kept)
    added = added_words(kept, description)
    return _better(plain, Draft(kept.text, sources, added, struck, model.name))


def ask(description: str) -> Ask:
    """The question in the words of the prompt; its answer is held to a JSON schema."""
    quoted = json.dumps(description, ensure_ascii=False)
    return Ask(_system(), f"description: {quoted}\n\nJSON:", _schema(), None, _SAMPLING)


def read(answer: str) -> Outline | None:
    """The procedure in an answer; None if it is none.

    Directives, hidden characters and list marks are taken out: what a draft calls is for people to
    say. Every step stays one step, whatever is in it.
    """
    value = next((v for v in objects(answer) if isinstance(v, dict) and "steps" in v), None)
    if value is None or not isinstance(value["steps"], list):
        return None
    found = _outline(value)
    return found if found.steps and len(parse(found.text).steps) == len(found.steps) else None


def so_far(answer: str) -> Outline:
    """What an answer says that is still being written, to be watched meanwhile."""
    value = begun(answer)
    return _outline(value) if isinstance(value, dict) else Outline()


def _outline(value: Mapping[str, Any]) -> Outline:
    found = Outline(_line(value.get("title"))[:80])
    for name, kind in _GOALS.items():
        if said := _line(value.get(name)):
            found.goals[kind] = said
    said_before: set[str] = set()
    steps = value.get("steps")
    for item in steps[:_MOST_STEPS] if isinstance(steps, list) else ():
        step = _line(item)
        if step and step.casefold() not in said_before:
            said_before.add(step.casefold())
            found.steps.append(step)
    return found


def _streamed(model: Model, ask: Ask, progress: Progress, hear: Callable[[str], object]) -> str:
    written = ""
    for piece in model.stream(ask, progress):
        written += piece
        progress.report(min(len(written) / 3_000, 0.95), written[-60:])
        hear(written)
    return written


def _line(value: object) -> str:
    said = _HIDDEN.sub(" ", value) if isinstance(value, str) else ""
    said = _DIRECTIVE.sub("", " ".join(said.split())[:_LONGEST_LINE])
    return _MARKER.sub("", said).strip()


def _better(plain: Draft, models: Draft) -> Draft:
    """The model's, unless it keeps less of what was described than the description's own words."""
    lost, count = len(models.lost), len(models.sources)
    if lost <= len(plain.lost):
        return models
    why = ngettext(
        "The draft by {model} leaves out {lost} of {count} thing you said.",
        "The draft by {model} leaves out {lost} of {count} things you said.",
        count,
    )
    return replace(plain, why=why.format(model=models.model, lost=lost, count=count), other=models)


def _schema() -> Mapping[str, Any]:
    line = {"type": "string", "maxLength": _LONGEST_LINE}
    step = {"type": "string", "minLength": 3, "maxLength": _LONGEST_LINE}
    return {
        "type": "object",
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 80},
            **dict.fromkeys(_GOALS, line),
            "steps": {"type": "array", "minItems": 1, "maxItems": _MOST_STEPS, "items": step},
        },
        "required": ["title", *_GOALS, "steps"],
        "additionalProperties": False,
    }


@cache
def _system() -> str:
    return _PROMPT.read_text("utf-8").strip()
