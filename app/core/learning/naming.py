"""A name for a candidate, as a model proposes it that is told its calls and nothing else."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.core.errors import AppError
from app.core.learning.candidates import Call
from app.core.llm.answer import objects
from app.core.llm.model import Ask, Model, Sampling
from app.core.packs.scan.scan import scan
from app.core.progress import SILENT, Progress
from app.core.skills.editing.goal_edits import with_goal
from app.core.skills.editing.titling import with_title
from app.core.skills.model import GoalKind
from app.core.words import _

LONGEST_NAME, LONGEST_OCCASION = 60, 120
_PROMPT = Path(__file__).resolve().parents[3] / "resources" / "prompts" / "candidate.txt"
_SAMPLING = Sampling(tokens=120)
_PLAIN = re.compile(r"[^\W\d_](?:[^\W\d_]|[' ,/&()-])*")
"""Words and the signs between them: no numbers, nothing that is marked up."""


class NoName(AppError):
    """The model's answer is no name."""

    code = "no-name"


@dataclass(frozen=True, slots=True)
class Named:
    """What the procedure is called, and when somebody needs it."""

    name: str
    occasion: str

    def applied(self, text: str) -> str:
        """The draft of a skill with this name and occasion; its steps stay."""
        return with_goal(with_title(text, self.name), GoalKind.TRIGGER, self.occasion)


def asked(model: Model, calls: Sequence[Call], progress: Progress = SILENT) -> Named:
    """What the model proposes. Blocks: a job. Raises `NoName`, and as `Model.stream` does."""
    written = ""
    for piece in model.stream(ask(calls), progress):
        written += piece
        progress.report(min(len(written) / 200, 0.95), written[-60:])
    return read(written)


def ask(calls: Sequence[Call]) -> Ask:
    """The question: tools and the names of their parameters, never a value."""
    told = [{"call": call.tool, "parameters": list(call.parameters)} for call in calls]
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in told)
    return Ask(_system(), f"{lines}\n\nJSON:", _schema(), None, _SAMPLING)


def read(answer: str) -> Named:
    """What of an answer may be shown. Raises `NoName`."""
    values = next((v for v in objects(answer) if isinstance(v, dict)), {})
    name = _plain(values.get("name"), LONGEST_NAME)
    occasion = _plain(values.get("occasion"), LONGEST_OCCASION)
    if not name or not occasion:
        raise NoName(
            _("The model proposed no name that can be used."), _("Try again, or write one.")
        )
    return Named(name[:1].upper() + name[1:], occasion)


def _plain(value: object, longest: int) -> str:
    """A line of plain words in which nothing is found that a skill is scanned for, or nothing."""
    said = " ".join(value.split()).strip(" .,:;\"'") if isinstance(value, str) else ""
    fits = 3 <= len(said) <= longest and _PLAIN.fullmatch(said) is not None
    return said if fits and said not in _system() and not scan(said) else ""


def _schema() -> Mapping[str, Any]:
    def line(longest: int) -> Mapping[str, Any]:
        return {"type": "string", "minLength": 3, "maxLength": longest}

    return {
        "type": "object",
        "properties": {"name": line(LONGEST_NAME), "occasion": line(LONGEST_OCCASION)},
        "required": ["name", "occasion"],
        "additionalProperties": False,
    }


@cache
def _system() -> str:
    return _PROMPT.read_text("utf-8").strip()
