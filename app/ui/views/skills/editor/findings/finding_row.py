"""One finding in the panel of checks, with its repairs."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.skills.checking.check import Finding, Severity
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.editor.findings.fixes import fixes
from app.ui.widgets.buttons import Button, Kind
from app.ui.widgets.flow_layout import FlowLayout
from app.ui.widgets.labels import label

PADDING = 16
MARK = 16
_EMPTY = ("goal-missing", "goal-empty", "produces-empty")


class FindingRow(QWidget):
    """`chosen` to go where it is, `fix_wanted(Fix)` for one of its buttons."""

    chosen = Signal()
    fix_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.finding: Finding | None = None
        self._shown: tuple[object, ...] | None = None
        self._is_chosen = False
        self._mark = QLabel()
        self._title, self._detail = label("", "name", wrap=True), label("", "muted", wrap=True)
        self.buttons: list[Button] = []
        self._row = FlowLayout(gap=4)
        words = QVBoxLayout()
        words.setSpacing(1)
        for part in (self._title, self._detail):
            words.addWidget(part)
        words.addLayout(self._row)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(PADDING - 1, 6, PADDING, 8)
        whole.setSpacing(8)
        whole.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        whole.addLayout(words, 1)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self._paint_mark)
        self.show()

    def show_finding(self, finding: Finding) -> None:
        """Show this one from now on."""
        self.finding, before, self._shown = finding, self._shown, _looks(finding)
        if before == self._shown:
            return
        title, detail = finding.message.rstrip("."), finding.detail
        if finding.path:
            place = _("Step {number}").format(number=finding.path)
            detail = f"{place} · {detail}" if detail else place
        self._title.setText(title)
        self._detail.setText(detail)
        self._detail.setVisible(bool(detail))
        self.setAccessibleName(f"{title}. {detail}")
        self.set_chosen(False)
        self._paint_mark()
        self._show_buttons(finding)

    def set_chosen(self, chosen: bool) -> None:
        self._is_chosen = chosen
        self.update()

    def _show_buttons(self, finding: Finding) -> None:
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        while self._row.takeAt(0) is not None:
            pass
        for number, fix in enumerate(fixes(finding)):
            kind: Kind = "quiet" if number else "secondary"
            button = Button(self._theme, fix.label, kind, size="small")
            button.setProperty("number", number)
            button.clicked.connect(self._on_clicked)
            self._row.addWidget(button)
            self.buttons.append(button)
        self._row.setContentsMargins(0, 5 if self.buttons else 0, 0, 0)

    def _on_clicked(self) -> None:
        assert self.finding is not None
        number = self.sender().property("number")
        ways = fixes(self.finding)
        if number < len(ways):
            self.fix_wanted.emit(ways[number])

    def _paint_mark(self) -> None:
        if self.finding is not None:
            name, token = _mark(self.finding)
            scale = self.devicePixelRatioF()
            self._mark.setPixmap(self._theme.pixmap(name, token, self._theme.scaled(MARK), scale))

    # Qt

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._is_chosen:
            painter.fillRect(self.rect(), self._theme.colour("acc_soft"))
        elif self.underMouse():
            painter.fillRect(self.rect(), self._theme.colour("bg3"))
        if self.hasFocus():
            painter.setPen(QPen(self._theme.colour("acc"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


def _mark(finding: Finding) -> tuple[str, str]:
    """The icon and colour of a finding."""
    if finding.severity is Severity.PROBLEM:
        return "error", "err"
    return ("warn", "warn") if finding.severity is Severity.WARNING else ("info", "acc")


def _looks(finding: Finding) -> tuple[object, ...]:
    """Everything of a finding that is to be seen; not where it is."""
    labels = tuple(fix.label for fix in fixes(finding))
    return (
        finding.severity, finding.code, finding.message, finding.detail, finding.path,
        finding.goal, labels,
    )  # fmt: skip
