"""The settings of the knowledge: numbers with what follows from them, in a file of their own."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.core.errors import AppError
from app.core.lifecycle import config, scorer
from app.core.lifecycle.config import BOUNDS, Problem, Procedural
from app.core.store.files import Home
from app.core.words import _, ngettext
from app.ui.theme.theme import Theme
from app.ui.views.settings import numbers
from app.ui.views.settings.numbers import Number
from app.ui.views.settings.section import Line, Section
from app.ui.widgets.banner import Banner
from app.ui.widgets.buttons import Button, IconButton
from app.ui.widgets.labels import label, restyle
from app.ui.widgets.number_field import NumberField
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.switch import Switch

MODES = ("event", "interval")
NAMED = 3
"""Problems of the file that are told in full."""


class _Row:
    """The field of one number, its way back to the usual, and the sentence about it."""

    def __init__(self, theme: Theme, number: Number) -> None:
        self.number = number
        low, high = (bound / number.scale for bound in BOUNDS[number.name])
        whole = isinstance(getattr(Procedural(), number.name), int) and number.scale == 1
        self.field = NumberField(number.words, low, high, whole=whole)
        usual = getattr(Procedural(), number.name) / number.scale
        words = _("Reset to {value}").format(value=f"{usual:g}")
        self.back = IconButton(theme, "undo", words, size="small")
        self.back.setAccessibleName(f"{number.words}: {words}")
        kept = self.back.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.back.setSizePolicy(kept)
        self.said: QLabel | None = None

    def value(self, shown: float) -> Any:
        """What the file says for a number on the page."""
        return type(getattr(Procedural(), self.number.name))(shown * self.number.scale)

    def show_settings(self, settings: Procedural) -> None:
        now = getattr(settings, self.number.name)
        self.field.show_number(now / self.number.scale)
        self.back.setVisible(now != getattr(Procedural(), self.number.name))
        self.explain(settings, now / self.number.scale)

    def explain(self, settings: Procedural, shown: float | None) -> None:
        """What follows from a number that is being written, or why there is no such number."""
        assert self.said is not None
        words = self.field.rule
        if shown is not None:
            tried = replace(settings, **{self.number.name: self.value(shown)})
            words = self.number.explain(tried)
        self.said.setText(words)
        role = "muted" if shown is not None else "error"
        if self.said.property("role") != role:
            self.said.setProperty("role", role)
            restyle(self.said)


class KnowledgeSettings(QWidget):
    """Reads the file whenever the window comes to the front: people write in it, too.

    `stored` after one of the settings was written into it.
    """

    stored = Signal()

    def __init__(self, theme: Theme, home: Home, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._home = theme, home
        self.settings = Procedural()
        self.rows: dict[str, _Row] = {}
        self.banner = Banner(theme)
        self.mode = Segmented(
            theme,
            _("When to look for relations"),
            ((_("Immediately"), ""), (_("Periodically"), "")),
        )
        self.mode.chosen.connect(self._choose_mode)
        self.enabled = Switch(theme, "")
        self.enabled.setAccessibleName(_("Relate and suggest"))
        self.enabled.clicked.connect(lambda on: self.put("enabled", on))
        self.switches: dict[str, Switch] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(24)
        column.addWidget(self.banner)
        for section in (
            self._importance(), self._judging(), self._learning(), self._folders(),
            self._relations(),
        ):  # fmt: skip
            column.addWidget(section)
        self.reload()

    def reload(self) -> None:
        """Show what the file says now, and what is odd in it."""
        self.settings, problems = config.load(self._home)
        for row in self.rows.values():
            row.show_settings(self.settings)
        self.enabled.setChecked(self.settings.enabled)
        for name, switch in self.switches.items():
            switch.setChecked(getattr(self.settings, name))
        self.mode.choose(MODES.index(self.settings.affinity_mode))
        self.rows["affinity_interval_ms"].field.setEnabled(
            self.settings.affinity_mode == "interval"
        )
        exists = config.path(self._home).exists()
        self._open.setText(_("Open the file") if exists else _("Open the folder"))
        self.banner.hide()
        if problems:
            self.banner.say(
                _problem_words(config.path(self._home).name, problems), "warn", closable=False
            )

    def _importance(self) -> Section:
        section = Section(_("Importance"))
        for number in numbers.importance():
            self._add(section, number)
        return section

    def _judging(self) -> Section:
        section = Section(_("Success and deprecation"))
        for number in numbers.judging():
            self._add(section, number)
        section.add(
            _("Deprecate automatically"),
            _("Once a day. Off: skills that mostly fail are only marked."),
            self._switch("auto_deprecate", _("Deprecate automatically")),
        )
        return section

    def _learning(self) -> Section:
        section = Section(_("Candidates"))
        for number in numbers.learning():
            self._add(section, number)
        section.add(
            _("Promote automatically"),
            _("The new skill is held back from agents until you have looked at it."),
            self._switch("auto_promote", _("Promote automatically")),
        )
        return section

    def _switch(self, name: str, words: str) -> Switch:
        made = self.switches[name] = Switch(self._theme, "")
        made.setAccessibleName(words)
        made.clicked.connect(lambda on: self.put(name, on))
        return made

    def _folders(self) -> Section:
        section = Section(_("Folders on the disk"))
        for number in numbers.disk():
            self._add(section, number)
        return section

    def _relations(self) -> Section:
        section = Section(_("Relations and suggestions"))
        section.add(
            _("Relate and suggest"),
            _("Off: no relations are computed from memories, and nothing is suggested to agents."),
            self.enabled,
        )
        for number in numbers.relating():
            self._add(section, number)
        section.add(
            _("When to look for relations"),
            _("Immediately: whenever a skill is linked to a memory."),
            self.mode,
        )
        self._add(section, numbers.interval())
        for number in numbers.suggesting():
            self._add(section, number)
        words = _("Count the track record")
        said = _("How well a skill went and how often it is used counts ×{low} to ×{high}.")
        section.add(
            words,
            said.format(low=f"{scorer.LOWEST:.2f}", high=f"{scorer.HIGHEST:.2f}"),
            self._switch("use_scorer", words),
        )
        self._open = Button(self._theme, _("Open the file"), size="small")
        self._open.clicked.connect(self._open_file)
        place = config.path(self._home)
        said = _("Stored in {file}. You can edit it: comments and order are kept.")
        section.add(_("Settings file"), said.format(file=place), self._open)
        return section

    def _add(self, section: Section, number: Number) -> None:
        row = _Row(self._theme, number)
        controls: list[QWidget] = [row.back, row.field]
        if number.unit:
            controls.append(label(number.unit, "muted"))
        line = Line(number.words, number.explain(self.settings), *controls)
        line.setFocusProxy(row.field)  # not the way back before it, which Enter would take
        section.add_line(line)
        row.said = line.said
        row.field.looked_at.connect(lambda shown, row=row: row.explain(self.settings, shown))
        row.field.given.connect(lambda shown, row=row: self.put(number.name, row.value(shown)))
        row.back.clicked.connect(self._resetter(row))
        self.rows[number.name] = row

    def _resetter(self, row: _Row) -> Callable[[], None]:
        def reset() -> None:
            row.field.setFocus(Qt.FocusReason.TabFocusReason)  # before the way back is gone
            self.put(row.number.name, getattr(Procedural(), row.number.name))

        return reset

    def put(self, name: str, value: Any) -> None:
        """Write one setting into the file; what cannot be written is explained in place."""
        try:
            now, _problems = config.load(self._home)
            config.store(self._home, replace(now, **{name: value}))
        except AppError as error:
            self.reload()
            self.banner.explain(error)
            return
        self.reload()
        self.stored.emit()

    def _choose_mode(self, number: int) -> None:
        self.put("affinity_mode", MODES[number])

    def _open_file(self) -> None:
        place = config.path(self._home)
        there = place if place.exists() else place.parent
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(there)))

    # Qt

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.WindowActivate, QEvent.Type.Show) and not any(
            row.field.isModified() for row in self.rows.values()
        ):
            self.reload()
        return super().event(event)


def _problem_words(file: str, problems: tuple[Problem, ...]) -> str:
    """The sentences with their lines; what counts instead."""
    said = [
        _("Line {line} of {file}: {sentence}").format(
            line=one.line, file=file, sentence=one.sentence
        )
        for one in problems[:NAMED]
    ]
    if len(problems) > NAMED:
        rest = len(problems) - NAMED
        said.append(ngettext("And {count} more.", "And {count} more.", rest).format(count=rest))
    return " ".join((*said, _("The values shown here apply until you fix it.")))
