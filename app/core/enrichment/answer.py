"""What a model proposes for a skill's card: the question, and what of the answer may be shown."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.core.enrichment.cues import (
    FEWEST_TAGS,
    LONGEST_DESCRIPTION,
    LONGEST_TRIGGER,
    MOST_TAGS,
    MOST_TRIGGERS,
    SHORTEST_DESCRIPTION,
)
from app.core.enrichment.described import Described, is_placeholder
from app.core.llm.answer import objects
from app.core.llm.model import Ask, Model, Sampling
from app.core.memory.retrieval.tokenise import content, stem
from app.core.progress import SILENT, Progress
from app.core.skills.model import Skill
from app.core.words import _

FEWEST_TRIGGERS = 3
BODY = 3_000
"""Characters of the text that the model is shown (seed 001, "Skill Enrichment")."""
_PROMPT = Path(__file__).resolve().parents[3] / "resources" / "prompts" / "enrich.txt"
_SAMPLING = Sampling(tokens=512)
_MARKUP = re.compile(
    r"[<>{}\[\]`|]|https?://|@\w|[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]"
)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_ORDERED = re.compile(r"(?:\d+[.)]|[-*+•#]+)\s+")
_JUMP = re.compile(r"\bsteps?\s+\d", re.IGNORECASE)
_TAG = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_LEAST_SHARED = 0.5
"""Of the telling words of a description must be the skill's own: more is a story about it."""


@dataclass(frozen=True, slots=True)
class Card:
    """What may be shown of an answer; `refused` are sentences that say what may not, and why."""

    description: str = ""
    triggers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def asked(model: Model, skill: Skill, now: Described, progress: Progress = SILENT) -> Card:
    """What the model proposes. Blocks: a job. Raises as `Model.stream` does."""
    written = ""
    for piece in model.stream(ask(skill, now), progress):
        written += piece
        progress.report(min(len(written) / 1_000, 0.95), written[-60:])
    return read(written, skill)


def ask(skill: Skill, now: Described) -> Ask:
    """The question in the words of the prompt; its answer is held to a JSON schema."""
    body = skill.text[:BODY] + (" …" if len(skill.text) > BODY else "")
    told = {"name": skill.title, "description": now.description, "text": body}
    quoted = "\n".join(f"{k}: {json.dumps(v, ensure_ascii=False)}" for k, v in told.items())
    return Ask(_system(), f"{quoted}\n\nJSON:", _schema(), None, _SAMPLING)


def read(answer: str, skill: Skill) -> Card:
    """The values of an answer that a person may be shown, each held to its form.

    Taken: texts that the skill's own words carry. Refused, with the reason: what is empty, too
    long, a placeholder, an echo of the question, marked up, or says numbers and things that the
    skill does not say.
    """
    values = next((v for v in objects(answer) if isinstance(v, dict)), None)
    if values is None:
        return Card(refused=(_("The model's answer could not be read."),))
    own = frozenset(stem(word) for word in content(skill.text))
    refused: list[str] = []
    said = _description(values.get("description"), skill, own, refused)
    triggers = tuple(_triggers(values.get("triggers"), skill, own))
    if len(triggers) < FEWEST_TRIGGERS:
        refused.append(_("The model named fewer than three usable triggers."))
        triggers = ()
    tags = tuple(_tags(values.get("tags"), own))
    return Card(said, triggers, tags if len(tags) >= FEWEST_TAGS else (), tuple(refused))


def _description(value: Any, skill: Skill, own: frozenset[str], refused: list[str]) -> str:
    said = " ".join(value.split()) if isinstance(value, str) else ""
    why = ""
    if len(said) < SHORTEST_DESCRIPTION or is_placeholder(said):
        why = _("The model's description says too little.")
    elif len(said) > LONGEST_DESCRIPTION:
        why = _("The model's description is too long.")
    elif _MARKUP.search(said) or said in _system():
        why = _("The model's description contains markup or repeats the question.")
    elif not _is_borne(said, skill, own):
        why = _("The model's description says things the skill does not.")
    if why:
        refused.append(why)
        return ""
    return said


def _triggers(value: Any, skill: Skill, own: frozenset[str]) -> Iterator[str]:
    seen = {skill.title.casefold(), *map(_folded, skill.text.splitlines())}
    most = len(seen) + MOST_TRIGGERS
    for item in value[: 4 * MOST_TRIGGERS] if isinstance(value, list) else ():
        said = " ".join(item.split()).strip(" .,:;\"'") if isinstance(item, str) else ""
        words = said.split()
        fits = 3 <= len(said) <= LONGEST_TRIGGER and len(words) <= 12 and ";" not in said
        if not fits or _folded(said) in seen or is_placeholder(said) or _MARKUP.search(said):
            continue
        if _ORDERED.match(said) or _JUMP.search(said):
            continue
        if not own.isdisjoint(map(stem, content(said))) and _has_no_new_number(said, skill):
            seen.add(_folded(said))
            yield said
            if len(seen) == most:
                return


def _folded(line: str) -> str:
    """A line as it is compared: an echo of it is none of its own."""
    return _ORDERED.sub("", line.strip()).strip(" .,:;\"'").casefold()


def _tags(value: Any, own: frozenset[str]) -> Iterator[str]:
    items = value[: 4 * MOST_TAGS] if isinstance(value, list) else ()
    words = ["-".join(item.lower().split()) for item in items if isinstance(item, str)]
    known = [w for w in dict.fromkeys(words) if _TAG.fullmatch(w) and 2 <= len(w) <= 30]
    borne = [w for w in known if not own.isdisjoint(map(stem, w.split("-")))]
    yield from borne[:MOST_TAGS]


def _is_borne(said: str, skill: Skill, own: frozenset[str]) -> bool:
    told = {stem(word) for word in content(said)}
    return len(told & own) >= _LEAST_SHARED * len(told) and _has_no_new_number(said, skill)


def _has_no_new_number(said: str, skill: Skill) -> bool:
    return set(_NUMBER.findall(said)) <= set(_NUMBER.findall(skill.text))


def _schema() -> Mapping[str, Any]:
    def texts(fewest: int, most: int, longest: int) -> Mapping[str, Any]:
        item = {"type": "string", "minLength": 2, "maxLength": longest}
        return {"type": "array", "minItems": fewest, "maxItems": most, "items": item}

    return {
        "type": "object",
        "properties": {
            "description": {"type": "string", "minLength": 1, "maxLength": LONGEST_DESCRIPTION},
            "triggers": texts(FEWEST_TRIGGERS, MOST_TRIGGERS, LONGEST_TRIGGER),
            "tags": texts(FEWEST_TAGS, MOST_TAGS, 30),
        },
        "required": ["description", "triggers", "tags"],
        "additionalProperties": False,
    }


@cache
def _system() -> str:
    return _PROMPT.read_text("utf-8").strip()
