"""The draft of the text in an editor, and those that earlier sessions left."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from PySide6.QtCore import QObject

from app.core.errors import AppError
from app.core.library import drafts, form_drafts
from app.core.library.drafts import Draft
from app.core.vault import Vault
from app.core.words import _
from app.ui.views.skills.editor.notice import Notice, Trouble
from app.ui.views.skills.editor.saved_text import SavedText
from app.ui.write_queue import WriteQueue

_LIVING = timedelta(seconds=5)
"""A draft of a new skill younger than this may belong to an editor that is open."""


@dataclass(frozen=True, slots=True)
class _Left:
    """A draft of an earlier session; one that was written beside another has when it was begun."""

    draft: Draft
    begun: datetime | None = None


class DraftKeeper:
    """Of one skill; another skill in the same editor has a keeper of its own."""

    def __init__(self, vault: Vault, writes: WriteQueue, owner: QObject) -> None:
        self._vault, self._writes, self._owner = vault, writes, owner
        self._id: int | None = None
        self._skill: int | None = None
        self._is_writing = False
        self._begun: datetime | None = None
        """When what is written beside other drafts was begun."""
        self._left: list[_Left] = []
        """Newest first; while one waits for a decision no other takes its place."""

    @property
    def offered(self) -> Draft | None:
        """The newest that an earlier session left, and that waits for a decision."""
        return self._left[0].draft if self._left else None

    @property
    def offer(self) -> Notice | None:
        """What there is to be decided about it."""
        draft = self.offered
        if draft is None:
            return None
        return Notice(Trouble.KEPT, draft.at, older=len(self._left) - 1)

    def look_for(self, skill: int, text: str) -> None:
        """Offer what earlier sessions left, unless it is what the skill says anyway."""
        self._skill = skill
        left = [_Left(one) for one in drafts.drafts(self._vault) if one.skill == skill]
        for one in form_drafts.drafts(self._vault, _form(skill)):
            base, said = one.values.get("base", ""), one.values.get("text", "")
            draft = Draft(0, skill, int(base) if base else None, said, one.at)
            left.append(_Left(draft, one.begun))
        self._left = sorted(left, key=lambda one: one.draft.at, reverse=True)
        self._drop_left(text)

    def look_for_new(self) -> Draft | None:
        """What was typed into a new skill before a crash: it is gone on with."""
        now = self._vault.now()
        for draft in drafts.drafts(self._vault):
            if draft.skill is None and now - draft.at >= _LIVING:
                self._id = draft.id
                return draft
        return None

    def keep(self, line: SavedText, text: str, failed: Callable[[AppError], object]) -> None:
        """Store it, beside those that are offered; not while another text is on its way."""
        if self._is_writing:
            return
        vault, skill, version, draft = self._vault, line.skill, line.version, self._id
        work: Callable[[], int | None] = partial(drafts.keep, vault, skill, version, text, draft)
        if self._left or self._begun is not None:
            work = self._keep_beside(version, text)

        def done(made: int | None) -> None:
            self._is_writing, self._id = False, made

        def end(error: AppError) -> None:
            self._is_writing = False
            failed(error)

        self._is_writing = True
        self._writes.write(self._owner, _("Saving"), work, done, end)

    def _keep_beside(self, version: int | None, text: str) -> Callable[[], int | None]:
        """What stores it beside those that are offered."""
        vault, draft, form = self._vault, self._id, _form(self._skill)
        begun = self._begun = self._begun or vault.now()
        values = {"base": str(version or ""), "text": text}

        def work() -> int | None:
            form_drafts.keep(vault, form, begun, values)
            return draft

        return work

    def take(self) -> Draft | None:
        """The offered draft, which is offered no more; what is beside it is kept for later."""
        if not self._left:
            return None
        taken = self._left.pop(0)
        self._id, self._begun = taken.draft.id or None, taken.begun
        return taken.draft

    def discard(self) -> None:
        """Forget the offered draft; without one, that of the text in the editor."""
        if self._left:
            self._drop(self._left.pop(0))
        else:
            self.drop()

    def drop_saved(self, text: str) -> None:
        """Forget what is in the library by now, but no draft that is offered and says more."""
        self.drop()
        self._drop_left(text)

    def drop(self) -> None:
        """Forget the draft of the text in the editor, because that was saved or thrown away."""
        self._drop_kept(self._id)
        self._drop_beside(self._begun)
        self._id = self._begun = None

    def _drop_left(self, text: str) -> None:
        """Forget those that say no more than this text."""
        for one in self._left:
            if one.draft.text == text:
                self._drop(one)
        self._left = [one for one in self._left if one.draft.text != text]

    def _drop(self, left: _Left) -> None:
        self._drop_kept(left.draft.id or None)
        self._drop_beside(left.begun)

    def _drop_kept(self, draft: int | None) -> None:
        vault = self._vault
        if draft is not None:
            self._writes.write(self._owner, _("Saving"), lambda: drafts.drop(vault, draft))

    def _drop_beside(self, begun: datetime | None) -> None:
        vault, form = self._vault, _form(self._skill)
        if begun is not None:
            self._writes.write(
                self._owner, _("Saving"), lambda: form_drafts.drop(vault, form, begun)
            )


def _form(skill: int | None) -> str:
    """What drafts beside the one of a skill are kept under."""
    return f"skill {skill}"
