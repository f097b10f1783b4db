"""The question that a model is asked about one step, and what its answer may look like."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from app.core.llm.model import Ask, Sampling
from app.core.skills.model import Skill, Step
from app.core.skills.reading.sentences import SPACE, protected, sentences_of
from app.core.training.proposal import Fragment
from app.core.training.rewriting.support import borrowed, said

LONGEST_SENTENCE = 1_200
"""Characters; as long as a memory that is offered may be."""
MOST_NOTES = 8
"""Sentences of memories shown with one step: more would leave a small context no room."""
_IN_GAP = 2
"""Notes between two of the author's sentences; more would bury them."""
_PROMPT = Path(__file__).resolve().parents[4] / "resources" / "prompts" / "weave.txt"
_SIGN = re.compile(r"⟦[ ]?(\d{1,4})[ ]?⟧")
_TURNS = re.compile(r"[⟦⟧]|<(?=[|/!?\w])|\[(?=/?INST\])", re.IGNORECASE)
_LETTERS = 2
"""Characters of a token, at the least: room for scripts of which a model knows few words."""
_LONGER = 40
"""Characters by which a sentence may grow when it is worded anew."""
_BEGIN, _OPEN, _SHUT = '{"sentences": [', '{{"from": {}, "text": "', '"}'
_CHARACTER = r'char ::= [^"\\\x00-\x1F\x7F] | "\\" ["\\/]'


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence of a memory that may be woven in."""

    text: str
    fragment: Fragment


@dataclass(frozen=True, slots=True)
class Question:
    """A step with what may be woven into it.

    What must come back unchanged is shown as ⟦1⟧, ⟦2⟧ …; `signs` are what they stand for.
    """

    sentences: tuple[str, ...]
    signs: tuple[str, ...]
    notes: tuple[Note, ...]

    @property
    def longest(self) -> int:
        """More characters than any useful answer has."""
        said = [*self.sentences, *(note.text for note in self.notes)]
        return sum(map(len, said)) + (_LONGER + 40) * (len(said) + 2)

    def restored(self, text: str) -> str:
        """The text with what the signs stand for; a sign that was not given stays."""

        def meant(sign: re.Match[str]) -> str:
            number = int(sign[1])
            return self.signs[number - 1] if 1 <= number <= len(self.signs) else sign[0]

        return _SIGN.sub(meant, text)


def question(skill: Skill, step: Step, fragments: Sequence[Fragment]) -> Question:
    """The step in sentences, and of the memories those that could stand in it by themselves."""
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
    notes = [
        Note(sentence, fragment)
        for fragment in fragments
        for sentence in said(fragment.text)
        if borrowed([fragment], sentence, step.text).passes
    ]
    return Question(tuple(shown), tuple(signs), tuple(notes[:MOST_NOTES]))


def ask(about: Question, sampling: Sampling) -> Ask:
    """The question in the words of the prompt; its answer is held to a grammar."""
    step = "\n".join(map(_quoted, about.sentences))
    notes = "\n".join(f"{n}: {_shown(note.text)}" for n, note in enumerate(about.notes, 1))
    most = replace(sampling, tokens=min(sampling.tokens, about.longest // _LETTERS))
    user = f"Step:\n{step}\n\nNotes:\n{notes}\n\nJSON:"
    return Ask(_system(), user, None, grammar(about), most)


def grammar(about: Question) -> str:
    """The answers that make sense, in GBNF: as many sentences as the step has, each followed by
    notes as they were given, in JSON."""
    first, last = _literal(_OPEN.format(0)), _literal(_SHUT)
    own = [
        f"o{n} ::= {first} char{{1,{len(sentence) + _LONGER}}} {last}"
        for n, sentence in enumerate(about.sentences)
    ]
    notes = " | ".join(
        _literal(f", {_OPEN.format(n)}{_quoted(note.text)[1:-1]}{_SHUT}")
        for n, note in enumerate(about.notes, 1)
    )
    order = f" notes {_literal(', ')} ".join(f"o{n}" for n in range(len(own)))
    return "\n".join(
        [
            f"root ::= {_literal(_BEGIN)} {order} notes {_literal(']}')}",
            *own,
            f"notes ::= note{{0,{_IN_GAP}}}",
            f"note ::= {notes}",
            _CHARACTER,
        ]
    )


@cache
def _system() -> str:
    return _PROMPT.read_text("utf-8").strip()


def _literal(text: str) -> str:
    """A string of GBNF."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _shown(text: str) -> str:
    """A memory as a quotation that it cannot end, and without signs that end a turn."""
    return _quoted(_TURNS.sub(lambda sign: sign[0] + "\u200a", text))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(piece for piece in re.split(f"[{SPACE}]+", text) if piece)
