"""The panel of checks: what to put right, what could be better, what is fine."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.core.drafting.apply_repairs import can_settle
from app.core.skills.checking.check import Finding, Severity
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.views.skills.editor.findings.finding_row import FindingRow
from app.ui.views.skills.editor.findings.fixes import Fix, fixes
from app.ui.views.skills.editor.reading import Reading
from app.ui.widgets.buttons import Button
from app.ui.widgets.emptying import empty
from app.ui.widgets.gauges import RingGauge
from app.ui.widgets.labels import key_hint, label, rule
from app.ui.widgets.scrolled import scrolled
from app.ui.widgets.tips import plain_tip

PADDING = 16
PATIENCE = 250
"""Milliseconds after which it is said again what is fine; nobody waits for that."""


class ChecksPanel(QWidget):
    """Shows a `Reading`. `jump_requested(start, end)` leads away from here, and so does a
    `repair_requested(Fix)` that is still to be written (`led_away`, just before).
    """

    jump_requested = Signal(int, int)
    repair_requested = Signal(object)
    led_away = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._model = context.theme, context.model
        self._reading: Reading | None = None
        self._rows: list[FindingRow] = []
        self._shown: tuple[str, ...] | None = None
        self.ring = RingGauge(context.theme)
        self.summary = label("", "head", wrap=True)
        self.detail = label("", "muted", wrap=True)
        self.fix_findings = Button(context.theme, _("Fix findings…"), size="small", icon="bolt")
        self.fix_findings.setToolTip(
            plain_tip(_("Proposes fixes that need no decision; you review them first"))
        )
        self.fix_findings.clicked.connect(context.go.fix_findings)
        self._fix_head = label(_("Fix before running"), "secondary")
        self._suggestions_head = label(_("Suggestions"), "secondary")
        self._fix_box, self._suggestions_box = _column(), _column()
        self.passed = Button(context.theme, _("Passed"), "quiet", size="small", icon="chevron-down")
        self._passed_rule = rule()
        self._unfolded = True
        self._later = QTimer(self, interval=PATIENCE, singleShot=True)
        self._later.timeout.connect(self._show_passed)
        self._passed_rows = QVBoxLayout()
        self._body = QWidget()
        self._lay_out()
        context.theme.changed.connect(self._repaint)
        context.model.chosen.connect(self._show_fix_findings)

    def show_reading(self, reading: Reading | None) -> None:
        """Show what was found; nothing while no document is open."""
        before, self._reading = self._reading, reading
        self._body.setVisible(reading is not None)
        self._show_fix_findings()
        if reading is None:
            self.summary.setText(_("No skill open"))
            self.detail.setText("")
            self.ring.show_goals(())
            return
        written = tuple({goal.kind for goal in reading.skill.goals if goal.value})
        self.ring.show_goals(written)
        suggestions = tuple(f for f in reading.findings if f.severity is Severity.SUGGESTION)
        if reading.quiet:
            self.summary.setText(_("Nothing checked yet"))
            self.detail.setText(_("Checks start once you write the first step."))
        else:
            self.summary.setText(_summary(reading.findings))
            self.detail.setText(_detail(len(written), len(suggestions)))
        for part in (self.passed, self._passed_rule):
            part.setVisible(not reading.quiet)
        self._show_rows(reading, suggestions)
        if before is None or (before.skill_id, before.quiet) != (reading.skill_id, reading.quiet):
            self._show_passed()
        elif self.isVisible() and not self._later.isActive():
            self._later.start()

    @property
    def rows(self) -> Sequence[FindingRow]:
        return self._rows

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch()
        words.addWidget(self.summary)
        words.addWidget(self.detail)
        words.addSpacing(5)
        words.addWidget(self.fix_findings, 0, Qt.AlignmentFlag.AlignLeft)
        words.addStretch()
        head = QHBoxLayout()
        head.setContentsMargins(PADDING - 1, 12, PADDING, 12)
        head.setSpacing(13)
        head.addWidget(self.ring)
        head.addLayout(words, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(rule())
        column.addWidget(self._scroll(), 1)
        column.addWidget(rule())
        column.addLayout(self._footer())

    def _scroll(self) -> QScrollArea:
        inside = QVBoxLayout(self._body)
        inside.setContentsMargins(0, 8, 0, 12)
        inside.setSpacing(0)
        for head, box in (
            (self._fix_head, self._fix_box),
            (self._suggestions_head, self._suggestions_box),
        ):
            head.setFont(self._theme.font(12, 600))
            head.setContentsMargins(PADDING, 8, PADDING, 6)
            inside.addWidget(head)
            inside.addWidget(box)
        inside.addSpacing(8)
        line = QHBoxLayout()
        line.setContentsMargins(PADDING, 0, PADDING, 0)
        line.addWidget(self._passed_rule)
        inside.addLayout(line)
        inside.addSpacing(8)
        self.passed.clicked.connect(self._on_fold)
        fold = QHBoxLayout()
        fold.setContentsMargins(PADDING - 9, 0, PADDING, 0)
        fold.addWidget(self.passed)
        fold.addStretch()
        inside.addLayout(fold)
        self._passed_rows.setContentsMargins(PADDING, 6, PADDING, 0)
        self._passed_rows.setSpacing(7)
        inside.addLayout(self._passed_rows)
        inside.addStretch()
        return scrolled(self._body, _("Checks"))

    def _footer(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(PADDING, 5, 10, 5)
        row.setSpacing(6)
        row.addWidget(label(_("Checked as you type"), "caption"))
        row.addStretch()
        row.addWidget(label(_("Next problem"), "caption"))
        row.addWidget(key_hint("F8"))
        return row

    def _show_rows(self, reading: Reading, suggestions: Sequence[Finding]) -> None:
        """Reuse the rows there are; each shows another finding, if it has to."""
        groups = ((self._fix_box, reading.urgent), (self._suggestions_box, suggestions))
        self._fix_head.setVisible(bool(reading.urgent))
        self._suggestions_head.setVisible(bool(suggestions))
        rows: list[FindingRow] = []
        for box, findings in groups:
            column = box.layout()
            assert column is not None
            own = [row for row in self._rows if row.parentWidget() is box]
            while len(own) > len(findings):
                row = own.pop()
                row.hide()
                row.deleteLater()
            while len(own) < len(findings):
                row = FindingRow(self._theme, box)
                row.chosen.connect(self._on_chosen)
                row.fix_wanted.connect(self._on_fix)
                column.addWidget(row)
                own.append(row)
            for row, finding in zip(own, findings, strict=True):
                row.show_finding(finding)
            rows += own
            box.setVisible(bool(findings))
        self._rows = rows

    def _show_fix_findings(self) -> None:
        found = self._reading.urgent if self._reading is not None else ()
        self.fix_findings.setVisible(can_settle(found, with_model=self._model.is_there))

    def _on_fold(self) -> None:
        self._unfolded = not self._unfolded
        self._show_passed()

    def _show_passed(self) -> None:
        passed = self._reading.passed if self._reading is not None else ()
        self.passed.setText(_("Passed {count}").format(count=len(passed)))
        self.passed.setIcon(
            self._theme.icon("chevron-down" if self._unfolded else "chevron-right", "t2")
        )
        shown = passed if self._unfolded else ()
        if shown == self._shown:
            return
        self._shown = shown
        empty(self._passed_rows)
        for sentence in shown:
            self._passed_rows.addWidget(self._passed_row(sentence))

    def _passed_row(self, sentence: str) -> QWidget:
        made, tick = QWidget(), QLabel()
        scale = self.devicePixelRatioF()
        tick.setPixmap(self._theme.pixmap("check", "ok", self._theme.scaled(14), scale))
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(tick, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(label(sentence, "secondary", wrap=True), 1)
        return made

    def _repaint(self) -> None:
        self._shown = None
        if self._reading is not None and self.isVisible():
            self._show_passed()

    def _on_chosen(self) -> None:
        row = self.sender()
        assert isinstance(row, FindingRow) and row.finding is not None
        for other in self._rows:
            other.set_chosen(other is row)
        write = next((fix for fix in fixes(row.finding) if fix.is_to_write), None)
        if write is not None:
            self._on_fix(write)
        else:
            self.jump_requested.emit(row.finding.start, row.finding.end)

    def _on_fix(self, fix: Fix) -> None:
        if fix.is_to_write:
            self.led_away.emit()
        self.repair_requested.emit(fix)

    # Qt

    def showEvent(self, event: object) -> None:
        self._show_passed()


def _column() -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    return box


def _summary(findings: Sequence[Finding]) -> str:
    problems = sum(f.severity is Severity.PROBLEM for f in findings)
    warnings = sum(f.severity is Severity.WARNING for f in findings)
    parts = []
    if problems:
        parts.append(
            ngettext("{count} problem", "{count} problems", problems).format(count=problems)
        )
    if warnings:
        parts.append(
            ngettext("{count} warning", "{count} warnings", warnings).format(count=warnings)
        )
    return ", ".join(parts) or _("Nothing to fix")


def _detail(written: int, suggestions: int) -> str:
    goals = _("{written} of 8 goals written").format(written=written)
    if not suggestions:
        return goals
    more = ngettext("{count} suggestion", "{count} suggestions", suggestions)
    return f"{goals} · {more.format(count=suggestions)}"
