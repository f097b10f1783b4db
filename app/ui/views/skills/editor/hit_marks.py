"""What was found in a skill, marked wherever its text can be seen."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from operator import itemgetter

from PySide6.QtCore import QObject

from app.core.skills.model import Skill
from app.core.skills.reading.description import description_place
from app.ui.views.skills.editor.goals.chips import GoalChips
from app.ui.views.skills.editor.header import Header
from app.ui.views.skills.editor.reading import Reader
from app.ui.views.skills.editor.steps.card import StepCard
from app.ui.views.skills.editor.steps.card_hits import card_hits, said_hits
from app.ui.views.skills.editor.steps.excerpt import Excerpt
from app.ui.views.skills.editor.steps.fold_head import FoldHead
from app.ui.views.skills.editor.steps.folding import Part
from app.ui.views.skills.editor.steps.step_editing import StepEditing
from app.ui.views.skills.editor.steps.step_field import StepField
from app.ui.views.skills.editor.steps.step_list import StepList
from app.ui.views.skills.editor.steps.style_spans import goal_excerpt, step_excerpt
from app.ui.views.skills.editor.text.text_view import TextView
from app.ui.widgets.prose.hits import Hit


class HitMarks(QObject):
    """Marks hits of the text (code points) in the cards, the goals, the title and the notes."""

    def __init__(
        self,
        reader: Reader,
        steps: StepList,
        step_editing: StepEditing,
        text_view: TextView,
        header: Header,
        chips: GoalChips,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._reader, self._steps, self._text_view = reader, steps, text_view
        self._step_editing, self._header, self._chips = step_editing, header, chips
        self._text = ""
        self._hits: Sequence[Hit] = ()
        reader.read.connect(self._mark_again)
        step_editing.field_opened.connect(self._mark_field)
        chips.opened.connect(self._mark_again)

    def show(self, text: str, hits: Sequence[Hit]) -> None:
        """Mark what was found in this text from now on, in order; nothing for none."""
        if not hits and not self._hits:
            return
        self._text, self._hits = text, hits
        self._text_view.show_hits(hits)
        self._steps.mark_with(self._mark_part)
        self._mark_head()
        if not hits:
            self._steps.mark_with(None)

    def _mark_again(self) -> None:
        if self._hits:
            self._mark_head()

    def _within(self, start: int, end: int) -> Sequence[Hit]:
        """Those that lie in a stretch of the text, also in part."""
        first = bisect_right(self._hits, start, key=itemgetter(1))
        return self._hits[first : bisect_left(self._hits, end, key=itemgetter(0))]

    @property
    def _skill(self) -> Skill | None:
        """What the text says that they were found in; None where it has changed since."""
        skill = self._reader.skill
        return skill if skill.text == self._text or not self._hits else None

    def _mark_part(self, part: Part, place: int) -> None:
        skill = self._skill
        if skill is None:
            return
        if isinstance(part, StepCard):
            position = part.content.position
            if position <= len(skill.steps):
                step = skill.steps[position - 1]
                hits = self._within(step.body_start, step.body_end)
                part.show_hits(card_hits(skill, part.content, hits))
            return
        block = next((block for block in skill.blocks if block.start == place), None)
        if block is None:
            return
        hits = self._within(block.start, block.end)
        if isinstance(part, FoldHead):
            part.show_found(bool(hits))
        elif part.content is not None:
            said = "".join(run.text for run in part.content.runs)
            part.show_hits(said_hits(said, [(skill.text[a:b], now) for a, b, now in hits]))

    def _mark_head(self) -> None:
        """The title, the goals, and whatever field is open."""
        skill = self._skill
        if skill is None:
            return
        begin, end = skill.title_start, skill.title_end
        is_shown = skill.title == skill.text[begin:end]
        titled = self._within(begin, end) if is_shown else ()
        self._header.title.show_hits([(a - begin, b - begin, now) for a, b, now in titled])
        place = description_place(skill)
        said = self._header.description.said
        described = self._within(*place) if place is not None else ()
        words = [(skill.text[a:b], now) for a, b, now in described]
        self._header.description.show_hits(said_hits(said, words))
        self._chips.show_found(
            Counter(
                goal.kind
                for goal in skill.goals
                for _hit in self._within(goal.value_start, goal.value_end)
            )
        )
        kind = self._chips.open_kind
        goal = skill.goal(kind) if kind is not None else None
        if goal is not None:
            hits = self._within(goal.value_start, goal.value_end)
            _mark(self._chips.box.field, goal_excerpt(skill, goal), hits)
        if self._step_editing.field is not None:
            self._mark_field(self._step_editing.field)

    def _mark_field(self, field: StepField) -> None:
        skill, position = self._skill, self._step_editing.position
        if skill is not None and 0 < position <= len(skill.steps):
            step = skill.steps[position - 1]
            hits = self._within(step.body_start, step.body_end)
            _mark(field, step_excerpt(skill, position), hits)


def _mark(field: StepField, excerpt: Excerpt, hits: Sequence[Hit]) -> None:
    """In a field that shows the excerpt; one that says something else by now is left."""
    if field.text == excerpt.shown:
        field.show_hits([(excerpt.inside(a), excerpt.inside(b), now) for a, b, now in hits])
