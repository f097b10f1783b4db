"""The draft of the text in an editor, and one that an earlier session left."""

from collections.abc import Callable
from datetime import timedelta

from PySide6.QtCore import QObject

from app.core.errors import AppError
from app.core.library import drafts
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
        self._is_writing = False
        self.offered: Draft | None = None
        """Left by an earlier session; while it waits for a decision no other takes its place."""

    @property
    def offer(self) -> Notice | None:
        """What there is to be decided about it."""
        draft = self.offered
        return Notice(Trouble.KEPT, draft.at) if draft is not None else None

    def look_for(self, skill: int, text: str) -> None:
        """Offer what an earlier session left, unless it is what the skill says anyway."""
        for draft in drafts.drafts(self._vault):
            if draft.skill == skill:
                self._id = draft.id
                if draft.text != text:
                    self.offered = draft
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
        """Store it, unless another text is on its way."""
        if self.offered is not None or self._is_writing:
            return
        vault, skill, version, draft = self._vault, line.skill, line.version, self._id

        def done(made: int) -> None:
            self._is_writing, self._id = False, made

        def end(error: AppError) -> None:
            self._is_writing = False
            failed(error)

        self._is_writing = True
        self._writes.write(
            self._owner,
            _("Saving"),
            lambda: drafts.keep(vault, skill, version, text, draft),
            done,
            end,
        )

    def drop(self) -> None:
        """Forget it, because its text was saved or thrown away."""
        vault, draft = self._vault, self._id
        self._id = None
        if draft is not None:
            self._writes.write(self._owner, _("Saving"), lambda: drafts.drop(vault, draft))
