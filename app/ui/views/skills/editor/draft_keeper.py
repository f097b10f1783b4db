"""The draft of the text in an editor, and one that an earlier session left."""

from collections.abc import Callable
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


class DraftKeeper:
    """Of one skill; another skill in the same editor has a keeper of its own."""

    def __init__(self, vault: Vault, writes: WriteQueue, owner: QObject) -> None:
        self._vault, self._writes, self._owner = vault, writes, owner
        self._id: int | None = None
        self._skill: int | None = None
        self._is_writing = False
        self._begun: datetime | None = None
        """When what is written beside an offered draft was begun."""
        self._offered_begun: datetime | None = None
        """The same of the offered draft, if that was written beside another."""
        self.offered: Draft | None = None
        """Left by an earlier session; while it waits for a decision no other takes its place."""

    @property
    def offer(self) -> Notice | None:
        """What there is to be decided about it."""
        draft = self.offered
        return Notice(Trouble.KEPT, draft.at) if draft is not None else None

    def look_for(self, skill: int, text: str) -> None:
        """Offer what an earlier session left, unless it is what the skill says anyway."""
        self._skill = skill
        for draft in drafts.drafts(self._vault):
            if draft.skill == skill:
                self._id = draft.id
                if draft.text != text:
                    self.offered = draft
                else:
                    self.drop()
        if self.offered is None:
            self._look_beside(text)

    def _look_beside(self, text: str) -> None:
        """The same of what was written while another draft was offered."""
        skill = self._skill
        for one in form_drafts.drafts(self._vault, _form(skill))[:1]:
            base, said = one.values.get("base", ""), one.values.get("text", "")
            self._offered_begun = one.begun
            if said != text:
                self.offered = Draft(0, skill, int(base) if base else None, said, one.at)
            else:
                self.drop()

    def look_for_new(self) -> Draft | None:
        """What was typed into a new skill before a crash: it is gone on with."""
        now = self._vault.now()
        for draft in drafts.drafts(self._vault):
            if draft.skill is None and now - draft.at >= _LIVING:
                self._id = draft.id
                return draft
        return None

    def keep(self, line: SavedText, text: str, failed: Callable[[AppError], object]) -> None:
        """Store it, beside a draft that is offered; not while another text is on its way."""
        if self._is_writing:
            return
        vault, skill, version, draft = self._vault, line.skill, line.version, self._id
        work: Callable[[], int | None] = partial(drafts.keep, vault, skill, version, text, draft)
        if self.offered is not None:
            work = self._keep_beside(version, text)

        def done(made: int | None) -> None:
            self._is_writing, self._id = False, made

        def end(error: AppError) -> None:
            self._is_writing = False
            failed(error)

        self._is_writing = True
        self._writes.write(self._owner, _("Saving"), work, done, end)

    def _keep_beside(self, version: int | None, text: str) -> Callable[[], int | None]:
        """What stores it beside the one that is offered."""
        vault, draft, form = self._vault, self._id, _form(self._skill)
        begun = self._begun = self._begun or vault.now()
        values = {"base": str(version or ""), "text": text}

        def work() -> int | None:
            form_drafts.keep(vault, form, begun, values)
            return draft

        return work

    def take(self) -> Draft | None:
        """The offered draft, which is offered no more; what is beside it is kept for later."""
        kept, self.offered, self._begun = self.offered, None, None
        return kept

    def drop_saved(self) -> None:
        """Forget what is in the library by now: all but a draft that is offered."""
        if self.offered is None:
            self.drop()
        self._drop_beside(self._begun)
        self._begun = None

    def drop(self) -> None:
        """Forget it, because its text was saved or thrown away."""
        vault, draft = self._vault, self._id
        self._id = None
        if draft is not None:
            self._writes.write(self._owner, _("Saving"), lambda: drafts.drop(vault, draft))
        self._drop_beside(self._offered_begun)
        self._offered_begun = None

    def _drop_beside(self, begun: datetime | None) -> None:
        vault, form = self._vault, _form(self._skill)
        if begun is not None:
            self._writes.write(
                self._owner, _("Saving"), lambda: form_drafts.drop(vault, form, begun)
            )


def _form(skill: int | None) -> str:
    """What drafts beside the one of a skill are kept under."""
    return f"skill {skill}"
