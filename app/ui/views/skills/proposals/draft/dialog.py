"""A new skill from a description of what somebody does. Public name: `DraftDialog`."""

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.drafting import draft as drafting
from app.core.drafting import saved_draft
from app.core.drafting.draft import Draft
from app.core.drafting.outline import LONGEST
from app.core.drafting.saved_draft import SavedDraft
from app.core.drafting.tracing import Source
from app.core.errors import AppError
from app.core.library import library
from app.core.library.record import Saved
from app.core.llm.model import ModelTrouble
from app.core.llm.resampled import Resampled
from app.core.progress import Progress
from app.core.words import _
from app.ui.commands import with_keys
from app.ui.context import AppContext
from app.ui.views.skills.proposals.draft.preview import Preview
from app.ui.views.skills.proposals.draft.source_list import SourceList
from app.ui.views.skills.proposals.proposal_dialog import ProposalDialog
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import label, rule
from app.ui.widgets.prose.utf16 import Units
from app.ui.widgets.prose_field import ProseField
from app.ui.widgets.tips import plain_tip

WIDTH, HEIGHT = 1120, 700
SIDE = 360
DRAFT_KEYS, CREATE_KEYS = "Ctrl+Return", "Ctrl+Shift+Return"


class DraftDialog(ProposalDialog):
    """`created(skill, sentence)` when it was saved. What was typed is kept until then."""

    created = Signal(int, str)
    _heard = Signal(str)

    def __init__(self, context: AppContext, engram: int | None, parent: QWidget) -> None:
        about = _("Describe what you do in your own words. Nothing is saved until you create it.")
        title = _("New from a description")
        super().__init__(context, title, about, parent=parent, icon="edit", name="draft")
        self._engram = engram
        self._draft: Draft | None = None
        self._drafted = ""
        self._shows_other = False
        self.text = ProseField()
        self.sources = SourceList(context.theme)
        self.preview = Preview(context)
        self._model = label("", "caption", wrap=True)
        self.settings = Button(context.theme, _("Settings"), "link", size="small")
        self.go = Button(context.theme, _("Draft"), size="large", icon="edit")
        self.make = Button(context.theme, _("Create skill"), "primary", size="large", icon="plus")
        self._lay_out()
        self._listen()
        self._take_up()
        self.resize(WIDTH, HEIGHT)
        self.text.setFocus()

    @property
    def draft(self) -> Draft | None:
        """What would become a skill."""
        other = self._draft.other if self._draft is not None else None
        return other if self._shows_other and other is not None else self._draft

    # What people do

    def start(self) -> None:
        """Draft what is described, by the model if there is one."""
        context, described, attempt = self._context, self.text.toPlainText(), self._attempts
        if not self.go.isEnabled():
            return
        self.banner.hide()

        def work(progress: Progress) -> Draft:
            if not context.model.is_there:
                return drafting.draft(described)
            try:
                model = Resampled(context.model.model(), attempt)
            except ModelTrouble as trouble:
                why = f"{trouble} {trouble.hint}".strip()
                return replace(drafting.draft(described), why=why)
            return drafting.draft(described, model, progress, self._heard.emit)

        self._propose(_("Drafting"), work, self._on_drafted, with_model=context.model.is_there)

    def press_primary(self) -> None:
        """Draft what was described, then create what was drafted of it."""
        if self._draft is None or self.text.toPlainText() != self._drafted:
            self.start()
        else:
            self.make.click()

    def save(self) -> None:
        """Make it a skill of the library; one undo takes it back."""
        draft = self.draft
        if draft is None or self._job is not None:
            return
        words = _("Drafted by {model}").format(model=draft.model) if draft.model else ""
        vault, text, engram = self._context.vault, draft.text, self._engram
        said = _("Created: {title}").format(title=self.preview.title)

        def then(saved: Saved) -> None:
            self._draft, self._drafted = None, ""
            self._keep_draft()
            self.created.emit(saved.skill, said)
            self.accept()

        self._accept(lambda: library.save(vault, None, text, engram=engram, label=words), then)

    # Drafting

    def _on_heard(self, answer: str) -> None:
        if self._job is not None and not self._job.cancelled:
            self.preview.show_growing(answer)

    def _on_drafted(self, made: Draft) -> None:
        self._drafted = self.text.toPlainText()
        self._show_draft(made)
        self._keep_draft()

    def _show_draft(self, made: Draft) -> None:
        self._draft, self._shows_other = made, False
        self._show_chosen()

    def _swap(self) -> None:
        """Show the model's draft that left something out, or the description's own words."""
        self._shows_other = not self._shows_other
        self._show_chosen()

    def _show_chosen(self) -> None:
        draft = self.draft
        assert draft is not None and self._draft is not None
        self.preview.show_draft(draft)
        self.sources.show_draft(draft)
        other = self._draft.other
        self.preview.swap.setVisible(other is not None)
        if other is not None:
            models = _("Show the draft by {model}").format(model=other.model)
            self.preview.swap.setText(_("Show your own words") if self._shows_other else models)
        self._show_state()

    def _on_chosen(self, source: Source) -> None:
        """Select the part in the description, as long as that is still the same."""
        self.preview.show_source(source)
        said = self.text.toPlainText()
        if said == self._drafted:
            units, cursor = Units(said), self.text.textCursor()
            cursor.setPosition(units.qt(source.start))
            cursor.setPosition(units.qt(source.end), QTextCursor.MoveMode.KeepAnchor)
            self.text.setTextCursor(cursor)

    def _on_failed(self, error: Exception) -> None:
        super()._on_failed(error)
        if self._draft is not None:
            self._show_chosen()
        else:
            self.preview.show_nothing()

    def _on_stopped(self) -> None:
        """What was described is sorted instead, which takes no time."""
        if self.isVisible():
            try:
                made = drafting.draft(self.text.toPlainText())
            except AppError as error:
                self._on_failed(error)
            else:
                self._on_drafted(replace(made, why=_("Stopped.")))

    # What is kept

    def _take_up(self) -> None:
        """Go on with what was described when the dialog was closed last."""
        before = saved_draft.last(self._context.vault)
        self._drafted = before.description
        self.offer_draft(self._context, "draft", {"text": self.text})
        assert self.typed is not None
        self.typed.resume()
        if not self.text.toPlainText():
            self.text.setPlainText(before.description)
        if before.draft is not None:
            self._show_draft(before.draft)
        self._show_state()

    def keep_text(self) -> None:
        """Keep what was typed by now, because the vault is locked."""
        if self.typed is not None:
            self.typed.keep()

    def _keep_draft(self) -> None:
        """Keep the draft with what it was made of; what is typed is kept as in every form."""
        vault, kept = self._context.vault, SavedDraft(self._drafted, self._draft)
        self._context.writes.write(
            self, _("Saving"), lambda: saved_draft.keep(vault, kept), failed=self.banner.explain
        )

    # What it shows

    def _show_state(self) -> None:
        running, model = self._job is not None, self._context.model
        said = self.text.toPlainText()
        too_long = len(said) > LONGEST
        self.line.setVisible(running and model.is_there)
        self.go.setEnabled(bool(said.strip()) and not running and not too_long)
        self.go.setText(_("Draft again") if self._draft is not None else _("Draft"))
        self.make.setEnabled(self._draft is not None and not running)
        self.make.setToolTip(plain_tip("" if self._draft is not None else _("Draft it first")))
        self.text.setReadOnly(running)
        self.preview.older.setVisible(self._draft is not None and said != self._drafted)
        self.sources.setVisible(self._draft is not None and bool(self._draft.sources))
        by = _("{model} drafts it; you review it.").format(model=model.name)
        without = _("Your sentences are sorted into steps and goals. {why}")
        words = by if model.is_there else without.format(why=model.why_not)
        if too_long:
            words = _("{count} characters too long.").format(count=len(said) - LONGEST)
        self._model.setText(words)
        self.settings.setVisible(not model.is_there)

    def _escape(self) -> None:
        """From anywhere in the dialog, although the parts of an editor want this key, too."""
        if not self.preview.close_goal():
            self.reject()

    # How it is put together

    def _lay_out(self) -> None:
        self.text.setAccessibleName(_("What you do"))
        self.text.setPlaceholderText(
            _("Every Friday I close the books. First I check that all receipts are there. …")
        )
        self.text.setTabChangesFocus(True)
        self.go.setToolTip(plain_tip(with_keys(_("Draft"), DRAFT_KEYS)))
        side = QWidget()
        side.setFixedWidth(self.share(SIDE))
        column = QVBoxLayout(side)
        column.setContentsMargins(20, 14, 16, 14)
        column.setSpacing(8)
        heading = label(_("Describe what you do"), "head")
        heading.setBuddy(self.text)
        for part in (heading, self.text, self._model):
            column.addWidget(part, 2 * int(part is self.text))
        column.addWidget(self.sources, 3)
        foot = QHBoxLayout()
        foot.addWidget(self.settings)
        foot.addStretch(1)
        foot.addWidget(self.go)
        column.addLayout(foot)
        right = QVBoxLayout()
        right.setSpacing(0)
        right.addWidget(self.preview, 1)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(side)
        row.addWidget(rule("down"))
        row.addLayout(right, 1)
        self.body.setContentsMargins(1, 0, 1, 0)
        self.body.setSpacing(0)
        self.body.addWidget(self.banner)
        self.body.addWidget(rule())
        self.body.addLayout(row, 1)
        cancel = Button(self._theme, _("Close"), size="large")
        cancel.setToolTip(plain_tip(_("Your text is kept")))
        cancel.clicked.connect(self.reject)
        self.footer.addWidget(self.line, 1)
        self.footer.addStretch(0)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.make)
        self.footer.setAlignment(cancel, Qt.AlignmentFlag.AlignRight)

    def _listen(self) -> None:
        self.text.textChanged.connect(self._show_state)
        self.sources.chosen.connect(self._on_chosen)
        self.preview.swap.clicked.connect(self._swap)
        self._heard.connect(self._on_heard, Qt.ConnectionType.QueuedConnection)
        self.go.clicked.connect(self.start)
        self.make.clicked.connect(self.save)
        self.settings.clicked.connect(self._ask_settings)
        self._context.model.changed.connect(self._show_state)
        keys_for = (
            (DRAFT_KEYS, self.press_primary),
            (CREATE_KEYS, self.save),
            ("Esc", self._escape),
        )
        for keys, act in keys_for:
            QShortcut(QKeySequence(keys), self).activated.connect(act)
