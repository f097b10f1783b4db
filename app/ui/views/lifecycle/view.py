"""Lifecycle: how skills appear, how they do, and what comes of it. Public name: `LifecycleView`."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.core.lifecycle.config import Procedural
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.lifecycle.candidates_card import CandidatesCard
from app.ui.views.lifecycle.digest_card import DigestCard
from app.ui.views.lifecycle.health_card import HealthCard
from app.ui.widgets.buttons import Button
from app.ui.widgets.labels import set_tag, tag
from app.ui.widgets.percent import percent
from app.ui.widgets.place_head import place_head
from app.ui.widgets.scrolled import scrolled

HEAD = 300


class LifecycleView(QWidget):
    """The place of the window where skills are judged."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        theme = context.theme
        self.setProperty("ground", "2")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.digest = DigestCard(context)
        self.candidates = CandidatesCard(context)
        self.health = HealthCard(context)
        self.candidates.emptied.connect(self.take_focus)
        self.candidates.looked.connect(self._prepare_focus)
        self.health.looked.connect(self._show_rules)
        self.health.looked.connect(self._prepare_focus)
        self.setFocusProxy(self.candidates.list)  # there from the start, if empty
        self._warn, self._deprecate, self._least = tag("", "warn"), tag("", "err"), tag("")
        self.rules = Button(theme, _("Rules"), icon="settings")
        self.rules.clicked.connect(lambda: context.go.setting(_("Warn below")))
        about = _(
            "Skills appear from repeated work, are judged by how they do, and can always be brought"
            " back."
        )
        parts = (self._warn, self._deprecate, self._least, self.rules)
        self._show_rules(Procedural())
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(14)
        column.addWidget(place_head(theme, _("Lifecycle"), about, parts, HEAD))
        column.addWidget(self.digest)
        column.addWidget(self.candidates)
        column.addWidget(self.health, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(page, _("Lifecycle")))

    def take_focus(self) -> None:
        """On what waits for a decision, else on how skills do, else on how to begin."""
        self._prepare_focus()
        self.setFocus()

    def _prepare_focus(self) -> None:
        candidates = self.candidates
        if candidates.list.isVisibleTo(self):
            self.setFocusProxy(candidates.list)
        elif self.health.model.all:
            self.setFocusProxy(self.health.table)
        else:
            self.setFocusProxy(candidates.first)

    # Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.digest.look()

    def _show_rules(self, settings: Procedural) -> None:
        warn = _("warn below {percent}").format(percent=percent(settings.warn_below))
        set_tag(self._warn, warn, "warn")
        gone = _("deprecate below {percent}").format(percent=percent(settings.deprecate_below))
        set_tag(self._deprecate, gone, "err")
        least = _("{warn} outcomes to warn, {gone} to deprecate").format(
            warn=settings.warn_at_least, gone=settings.deprecate_at_least
        )
        set_tag(self._least, least, "neutral")
