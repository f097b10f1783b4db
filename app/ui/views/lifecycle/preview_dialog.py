"""What would be deprecated, before it is. Public names: `PreviewDialog`, `preview_words`."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.lifecycle.config import Procedural
from app.core.lifecycle.deprecation import Case, Preview
from app.core.lifecycle.risk import in_words
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.widgets.buttons import Button
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.fact_row import FactRow
from app.ui.widgets.labels import label
from app.ui.widgets.percent import percent
from app.ui.widgets.roles import role_icon
from app.ui.widgets.scrolled import scrolled

WIDTH, HEIGHT = 600, 520


class PreviewDialog(Dialog):
    """`swept` when it is to be done now."""

    swept = Signal()
    is_review = True

    def __init__(
        self, context: AppContext, found: Preview, settings: Procedural, parent: QWidget
    ) -> None:
        theme = context.theme
        when = _("The next daily check does this.") if settings.auto_deprecate else _(
            "Nothing is deprecated automatically."
        )  # fmt: skip
        about = _("{when} Deprecated skills stay in the library; agents are not offered them.")
        super().__init__(theme, preview_words(found, settings), about.format(when=when),
                         parent=parent, icon="refresh")  # fmt: skip
        self._context = context
        self.subtitle.setWordWrap(True)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(2)
        fatal, low = percent(settings.deprecate_below), percent(settings.warn_below)
        self._list(_("Below {percent}: deprecated").format(percent=fatal), found.deprecate, "err")
        self._list(_("Below {percent}, but protected: stay in use").format(percent=fatal),
                   found.spared, "warn")  # fmt: skip
        self._list(_("Below {percent}: agents are warned").format(percent=low), found.warn, "warn")
        self._column.addStretch(1)
        self.body.addWidget(scrolled(page, _("Skills"), with_keys=False))
        close = Button(theme, _("Close"), size="large")
        close.clicked.connect(self.reject)
        self.footer.addStretch(1)
        self.footer.addWidget(close)
        count = len(found.deprecate)
        words = ngettext("Deprecate {count} skill now", "Deprecate {count} skills now", count)
        self.now = Button(theme, words.format(count=count), "primary", size="large")
        self.now.setVisible(bool(count))
        self.now.clicked.connect(self._sweep)
        self.footer.addWidget(self.now)
        self.resize(WIDTH, HEIGHT)

    def _list(self, head: str, cases: Sequence[Case], colour: str) -> None:
        if not cases:
            return
        self._column.addSpacing(6)
        self._column.addWidget(label(head, "head", wrap=True))
        for case in cases:
            row = FactRow(self._theme, role_icon(case.skill.role), case.skill.title,
                          in_words(case.success), colour=colour)  # fmt: skip
            row.clicked.connect(lambda *_checked, skill=case.skill.id: self._open(skill))
            self._column.addWidget(row)

    def _open(self, skill: int) -> None:
        self.reject()
        self._context.go.knowledge(skill)

    def _sweep(self) -> None:
        self.accept()
        self.swept.emit()


def preview_words(found: Preview, settings: Procedural) -> str:
    """What the next check would do, in a sentence."""
    bad, low = len(found.deprecate), len(found.warn)
    if not bad and not low:
        return _("No skill would be deprecated")
    warned = ngettext("{count} warned about", "{count} warned about", low).format(count=low)
    if not bad:
        return _("No skill would be deprecated, {warned}").format(warned=warned)
    if settings.auto_deprecate:
        said = ngettext(
            "Next check: {count} skill would be deprecated",
            "Next check: {count} skills would be deprecated",
            bad,
        )
    else:
        said = ngettext(
            "{count} skill could be deprecated", "{count} skills could be deprecated", bad
        )
    said = said.format(count=bad)
    return _("{said}, {warned}").format(said=said, warned=warned) if low else said
