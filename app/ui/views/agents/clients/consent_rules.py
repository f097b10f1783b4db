"""What a client may do: a choice for each kind of call. Public name: `ConsentRules`."""

from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.core.agents import clients, consent
from app.core.agents.consent import USUAL, Group, Rule
from app.core.changes import Changes, Part
from app.core.words import _
from app.ui.context import AppContext
from app.ui.views.agents.clients.closed_engrams import ClosedEngrams
from app.ui.widgets.elided import Elided
from app.ui.widgets.labels import card, label, rule
from app.ui.widgets.segmented import Segmented
from app.ui.widgets.switch import Switch

WIDE = 470
"""Px from which a few words stand beside each name, while text has its usual size."""
RULES = (Rule.ALLOW, Rule.ASK, Rule.NEVER)


def group_words(group: Group) -> tuple[str, str]:
    """What a group is called, and a few words about it."""
    return {
        Group.READ: (_("Read, search, suggest"), _("all but quarantined skills")),
        Group.REPORT: (_("Report usage and runs"), _("counts, outcomes, evidence")),
        Group.LEARN: (_("Remember, train"), _("notes and new versions")),
        Group.EDIT: (_("Save and edit"), _("shown as a diff first")),
        Group.DELETE: (_("Delete, roll back"), _("to the bin, never empties it")),
    }[group]


class ConsentRules(QWidget):
    """Every choice counts at once. What is asked while nobody is there becomes a proposal."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.client = ""
        self.choices: dict[Group, Segmented] = {}
        self._who = Elided(role="muted")
        self._spare: list[QWidget] = []
        """What gives way where there is little room."""
        head = QHBoxLayout()
        head.setContentsMargins(15, 11, 15, 9)
        head.setSpacing(8)
        head.addWidget(label(_("Consent"), "head"))
        head.addWidget(self._who, 1)
        closed = Elided(_("window closed: becomes a proposal"), role="caption", modest=True)
        self._spare.append(closed)
        head.addWidget(closed)
        frame = card()
        column = QVBoxLayout(frame)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addLayout(head)
        for group in Group:
            column.addWidget(rule())
            column.addWidget(self._row(group))
        self.isolated = Switch(context.theme, "")
        name = _("Counted alone")
        self.isolated.setAccessibleName(name)
        self.isolated.clicked.connect(self._isolate)
        column.addWidget(rule())
        about = _("what other agents did does not count for it")
        column.addWidget(self._line(name, about, self.isolated))
        self.closed = ClosedEngrams(context)
        column.addWidget(rule())
        column.addWidget(self.closed)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(frame)
        context.bridge.changed.connect(self._on_changed)
        self.setEnabled(False)

    def show_client(self, client: str, name: str) -> None:
        """What this client may do."""
        self.client = client
        self._who.setText(_("for {client}").format(client=name) if client else "")
        self.setEnabled(bool(client))
        self.closed.show_client(client, name)
        self._look()

    def _look(self) -> None:
        vault = self._context.vault
        said = consent.rules(vault, self.client)
        for group, choice in self.choices.items():
            choice.choose(RULES.index(said.get(group, USUAL[group])))
        known = clients.client(vault, self.client)
        self.isolated.setChecked(known is not None and known.isolated)
        self.isolated.setEnabled(known is not None)

    def _row(self, group: Group) -> QWidget:
        name, about = group_words(group)
        words = ((_("Allow"), ""), (_("Ask"), ""), (_("Never"), ""))
        choice = self.choices[group] = Segmented(self._context.theme, name, words)
        choice.chosen.connect(partial(self._decide, group))
        return self._line(name, about, choice)

    def _decide(self, group: Group, number: int) -> None:
        vault, client = self._context.vault, self.client
        self._context.writes.write(
            self, _("Saving"), lambda: consent.decide(vault, client, group, RULES[number])
        )

    def _isolate(self, isolated: bool) -> None:
        vault, client = self._context.vault, self.client
        self._context.writes.write(
            self, _("Saving"), lambda: clients.isolate(vault, client, isolated=isolated)
        )

    def _on_changed(self, changes: Changes) -> None:
        if self.client and changes.parts & Part.AGENTS:
            self._look()

    def _line(self, name: str, about: str, choice: QWidget) -> QWidget:
        made, said = QWidget(), Elided(about, role="caption")
        self._spare.append(said)
        row = QHBoxLayout(made)
        row.setContentsMargins(15, 7, 13, 7)
        row.setSpacing(8)
        row.addWidget(label(name, "name"))
        row.addWidget(said, 1)
        row.addStretch()
        row.addWidget(choice)
        return made

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for part in self._spare:
            part.setVisible(self.width() >= self._context.theme.scaled(WIDE))
