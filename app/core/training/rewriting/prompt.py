"""The question that a model is asked about one step, and what its answer may look like."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from app.core.llm.model import Ask, Sampling
from app.core.skills.model import Skill, Step
from app.core.skills.reading.sentences import SPACE, protected, sentences_of
from app.core.training.proposal import Fragment

LONGEST_SENTENCE = 1_200
"""Characters; as long as a memory that is offered may be."""
_PROMPT = Path(__file__).resolve().parents[4] / "resources" / "prompts" / "weave.txt"
_SIGN = re.compile(r"⟦[ ]?(\d{1,4})[ ]?⟧")
_TURNS = re.compile(r"[⟦⟧]|<(?=[|/!?\w])|\[(?=/?INST\])", re.IGNORECASE)
_LETTERS = 2
"""Characters of a token, at the least: room for scripts of which a model knows few words."""


@dataclass(frozen=True, slots=True)
class Question:
    """A step with the memories that may be woven into it.

    What must come back unchanged is shown as ⟦1⟧, ⟦2⟧ …; `signs` are what they stand for.
    """

    sentences: tuple[str, ...]
    signs: tuple[str, ...]
    fragments: tuple[Fragment, ...]

    @property
    def longest(self) -> int:
        """More characters than any useful answer has."""
        said = [*self.sentences, *(fragment.text for fragment in self.fragments)]
        return 2 * sum(map(len, said)) + 60 * (len(said) + 4)

    def restored(self, text: str) -> str:
        """The text with what the signs stand for; a sign that was not given stays."""

        def meant(sign: re.Match[str]) -> str:
            number = int(sign[1])
            return self.signs[number - 1] if 1 <= number <= len(self.signs) else sign[0]

        return _SIGN.sub(meant, text)


def question(skill: Skill, step: Step, fragments: Sequence[Fragment]) -> Question:
    text, spans = skill.text, protected(skill, step)
    signs: list[str] = []
    shown = []
    for sentence in sentences_of(skill, step):
        parts: list[str] = []
        at = sentence.start
        for start, end in spans:
            if at <= start and end <= sentence.end:
                signs.append(text[start:end])
                parts += (text[at:start], f"⟦{len(signs)}⟧")
                at = end
        parts.append(text[at : sentence.end])
        shown.append(_one_line("".join(parts)))
    return Question(tuple(shown), tuple(signs), tuple(fragments))


def ask(about: Question, sampling: Sampling) -> Ask:
    """The question in the words of the prompt; its answer is held to a JSON schema."""
    step = "\n".join(map(_quoted, about.sentences))
    notes = "\n".join(f"{n}: {_note(f.text)}" for n, f in enumerate(about.fragments, 1))
    most = Sampling(
        sampling.temperature, sampling.top_p, sampling.seed,
        min(sampling.tokens, about.longest // _LETTERS),
    )  # fmt: skip
    return Ask(_system(), f"Step:\n{step}\n\nNotes:\n{notes}\n\nJSON:", _schema(about), None, most)


def _schema(about: Question) -> Mapping[str, Any]:
    sentence = {
        "type": "object",
        "properties": {
            "from": {"enum": list(range(len(about.fragments) + 1))},
            "text": {"type": "string", "minLength": 1, "maxLength": LONGEST_SENTENCE},
        },
        "required": ["from", "text"],
        "additionalProperties": False,
    }
    most = len(about.sentences) + 2 * len(about.fragments)
    return {
        "type": "object",
        "properties": {
            "sentences": {"type": "array", "minItems": 1, "maxItems": most, "items": sentence}
        },
        "required": ["sentences"],
        "additionalProperties": False,
    }


@cache
def _system() -> str:
    return _PROMPT.read_text("utf-8").strip()


def _note(text: str) -> str:
    """A memory as a quotation that it cannot end, and without signs that end a turn."""
    return _quoted(_TURNS.sub(lambda sign: sign[0] + "\u200a", _one_line(text)))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(piece for piece in re.split(f"[{SPACE}]+", text) if piece)
