"""Where on a card what was found in the text can be seen."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from app.core.skills.model import Skill
from app.ui.views.skills.editor.steps.content import StepText
from app.ui.views.skills.editor.steps.style_spans import step_excerpt
from app.ui.widgets.prose.hits import Hit
from app.ui.widgets.prose.step_prose import shown_at
from app.ui.widgets.prose.text_style import Run


@dataclass(frozen=True, slots=True)
class CardHits:
    """In the words of a card, and in each of its pills (code points of what they show)."""

    words: tuple[Hit, ...]
    pills: tuple[tuple[Hit, ...], ...]

    @property
    def has_present(self) -> bool:
        return any(now for hits in (self.words, *self.pills) for _start, _end, now in hits)


def card_hits(skill: Skill, content: StepText, hits: Sequence[Hit]) -> CardHits:
    """`hits` are those of the whole text that lie in the step."""
    if not hits:
        return CardHits((), ((),) * len(content.pills))
    excerpt = step_excerpt(skill, content.position)
    words, hidden = list[Hit](), list[tuple[str, bool]]()
    for start, end, is_present in hits:
        seen = list(shown_at(content.runs, excerpt.inside(start), excerpt.inside(end)))
        words += [(left, right, is_present) for left, right in seen]
        if not seen:
            hidden.append((skill.text[start:end], is_present))
    pills = [said_hits(pill.text, hidden) for pill in content.pills]
    words += _in_calls(content.runs, hidden)
    return CardHits(tuple(words), tuple(map(tuple, pills)))


def said_hits(said: str, wanted: list[tuple[str, bool]]) -> list[Hit]:
    """Where words stand in what is said in other words than the author's.

    Each place is one of the `wanted`, with whether it is the present one; they are used up.
    """
    found, at = list[Hit](), 0
    for one in list(wanted):
        words, is_present = one
        place = said.find(words, at)
        if place >= 0:
            at = place + len(words)
            found.append((place, at, is_present))
            wanted.remove(one)
    return found


def _in_calls(runs: Iterable[Run], hidden: list[tuple[str, bool]]) -> Iterator[Hit]:
    """In the calls that stand in a sentence."""
    shown = 0
    for run in runs:
        if run.pill:
            for left, right, is_present in said_hits(run.text, hidden):
                yield shown + left, shown + right, is_present
        shown += len(run.text)
