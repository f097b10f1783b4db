"""What stands between the text and the library, in a sentence with the ways on."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.core.words import _, ngettext
from app.ui.commands import with_keys
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.notice import Notice, Trouble
from app.ui.widgets.banner import COLOURS, ICONS, MARK, Tone
from app.ui.widgets.buttons import Button
from app.ui.widgets.focus_back import FocusBack
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.moments import moment_said

RESTORE_KEYS = "Ctrl+Shift+R"
Act = tuple[str, str]
"""The id of an action and what its button says."""


class NoticeBar(QFrame):
    """`acted(id)` when one of its buttons is pressed. Hidden while there is nothing to say."""

    acted = Signal(str)

    def __init__(
        self, theme: Theme, now: Callable[[], datetime], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._now = theme, now
        self._tone: Tone = "info"
        self.setObjectName("banner")
        self._mark = QLabel()
        self._words = label("", "name", wrap=True)
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(10, 4, 6, 4)
        self._row.setSpacing(6)
        self._row.addWidget(self._mark)
        self._row.addWidget(self._words, 1)
        self.buttons: list[Button] = []
        self.setMinimumHeight(33)
        self.hide()
        FocusBack(self)
        theme.changed.connect(self._paint_mark)

    def show_notice(self, notice: Notice | None) -> None:
        """Say it, or say nothing any more."""
        if notice is None:
            self.hide()
            return
        tone, sentence, acts = _words_for(notice, self._now())
        self._tone = tone
        self._words.setText(sentence)
        self.setAccessibleName(sentence)
        self.setProperty("tone", tone)
        restyle(self)
        self._paint_mark()
        self._show_buttons(acts)
        self.show()

    @property
    def text(self) -> str:
        return self._words.text()

    def _show_buttons(self, acts: Sequence[Act]) -> None:
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        for name, text in acts:
            button = Button(self._theme, text, "quiet", size="small")
            button.setObjectName(name)
            button.clicked.connect(self._on_clicked)
            self._row.addWidget(button)
            self.buttons.append(button)

    def _on_clicked(self) -> None:
        self.acted.emit(self.sender().objectName())

    def _paint_mark(self) -> None:
        scale = self.devicePixelRatioF()
        token = COLOURS[self._tone]
        self._mark.setPixmap(
            self._theme.pixmap(ICONS[self._tone], token, self._theme.scaled(MARK), scale)
        )


def _words_for(notice: Notice, now: datetime) -> tuple[Tone, str, Sequence[Act]]:
    when = moment_said(notice.at, now) if notice.at is not None else ""
    match notice.trouble:
        case Trouble.KEPT:
            sentence = _("Unsaved text from {when} was kept.")
            if notice.older:
                sentence = ngettext(
                    "Unsaved text from {when} was kept, and {count} older text.",
                    "Unsaved text from {when} was kept, and {count} older texts.",
                    notice.older,
                )
            sentence = sentence.format(when=when, count=notice.older)
            restore = with_keys(_("Restore"), RESTORE_KEYS)
            return "info", sentence, (("restore", restore), ("discard", _("Discard")))
        case Trouble.RESTORED:
            sentence = _("This is the unsaved text from {when}.").format(when=when)
            return "info", sentence, (("discard", _("Discard")), ("dismiss", _("Keep")))
        case Trouble.CHANGED if when:
            sentence = _("This is your unsaved text from {when}. The skill was changed after that.")
            acts = (
                ("compare", _("Compare")),
                ("theirs", _("Use saved text")),
                ("mine", _("Use this text")),
            )
            return "warn", sentence.format(when=when), acts
        case Trouble.CHANGED:
            sentence = _("This skill was changed elsewhere while you were editing it.")
            acts = (
                ("compare", _("Compare")),
                ("theirs", _("Use theirs")),
                ("mine", _("Keep mine")),
            )
            return "warn", sentence, acts
        case Trouble.DELETED:
            sentence = _("This skill was deleted. Its text is still here.")
            return "warn", sentence, (("mine", _("Restore")),)
        case Trouble.LONG:
            sentence = _(
                "This text has {count} characters, too many to edit here. Only its beginning "
                "is shown, to read. Split it into several skills, or export it and edit the "
                "file."
            )
            return "info", sentence.format(count=f"{notice.length:n}"), ()
        case Trouble.REFUSED:
            return "warn", _reason(notice), (("dismiss", _("Dismiss")),)
        case Trouble.FAILED:
            reason = _reason(notice)
            sentence = _("The text is still here, but could not be saved: {reason}").format(
                reason=reason
            )
            return "err", sentence, (("retry", _("Try again")),)


def _reason(notice: Notice) -> str:
    error = notice.error
    return f"{error} {error.hint}".strip() if error is not None else ""
