"""Dialogs about one engram: its name, how private it is, and whether it shall go."""

from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.core.library.engrams import CAPS, LONGEST, MOST, Cap, Engram, Tier
from app.core.words import _
from app.ui.context import AppContext
from app.ui.theme.theme import Theme
from app.ui.widgets.buttons import Button, Kind
from app.ui.widgets.dialog import Dialog
from app.ui.widgets.form_dialog import FormDialog, named
from app.ui.widgets.labels import label
from app.ui.widgets.name_line import NameLine
from app.ui.widgets.number_field import NumberField
from app.ui.widgets.select import Select

WIDTH = 560


def tier_word(tier: Tier) -> str:
    """What people call how private an engram is."""
    return {
        Tier.PUBLIC: _("public"),
        Tier.PERSONAL: _("personal"),
        Tier.SENSITIVE: _("sensitive"),
    }[tier]


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person chose; `cap` is None for the one of the tier."""

    name: str
    tier: Tier
    cap: Cap | None


class EngramDialog(FormDialog):
    """`given(choice)`; closed by who asked."""

    def __init__(self, context: AppContext, engram: Engram, parent: QWidget) -> None:
        theme = context.theme
        about = _("Privacy sets how much one recall gives away.")
        title = _("Engram “{name}”").format(name=engram.name)
        super().__init__(theme, title, about, parent=parent, icon="folder")
        self.name = NameLine(engram.name)
        self.name.setMaxLength(LONGEST)
        self.name.setAccessibleName(_("Engram name"))
        self.name.setProperty("form", True)
        self.tier = Select(theme, _("Privacy"))
        for tier in Tier:
            self.tier.addItem(tier_word(tier), tier)
        self.tier.setCurrentIndex(list(Tier).index(engram.tier))
        self.tokens = NumberField(_("Tokens per recall"), 1, MOST.tokens, whole=True)
        self.answers = NumberField(_("Answers per recall"), 1, MOST.nodes, whole=True)
        self._show_cap(engram.cap)
        row = QHBoxLayout()
        row.setSpacing(20)
        for words, field in (
            (_("Privacy"), self.tier),
            (_("Tokens per recall"), self.tokens),
            (_("Answers per recall"), self.answers),
        ):
            row.addLayout(named(words, field))
        row.addStretch(1)
        self.body.addLayout(named(_("Name"), self.name))
        self.body.addLayout(row)
        self._finish()
        self.keep_width(WIDTH)
        self.tier.activated.connect(self._on_tier)
        self.name.textChanged.connect(self._show_state)
        for number in (self.tokens, self.answers):
            number.looked_at.connect(self._show_state)
        self.offer_draft(context, f"engram {engram.id}", {"name": self.name})
        self.name.setFocus()
        self.name.selectAll()

    def _on_tier(self) -> None:
        """Another tier has another usual cap."""
        self._show_cap(CAPS[self.tier.currentData()])
        self._show_state()

    def _show_cap(self, cap: Cap) -> None:
        self.tokens.show_number(cap.tokens)
        self.answers.show_number(cap.nodes)

    def _show_state(self) -> None:
        numbers = self.tokens.number, self.answers.number
        self.keep.setEnabled(bool(self.name.text().strip()) and None not in numbers)

    def _give(self) -> None:
        tokens, answers = self.tokens.number, self.answers.number
        assert tokens is not None and answers is not None
        tier, cap = Tier(self.tier.currentData()), Cap(int(tokens), int(answers))
        own = None if cap == CAPS[tier] else cap
        self.given.emit(Choice(self.name.text().strip(), tier, own))


class TakeAwayDialog(Dialog):
    """Says what would go before it is merged or deleted; `accepted` when it may."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        sentence: str,
        act: str,
        parent: QWidget,
        *,
        icon: str,
        kind: Kind = "primary",
    ) -> None:
        super().__init__(theme, title, parent=parent, icon=icon)
        self.said = label(sentence, wrap=True)
        self.body.addWidget(self.said)
        self.setAccessibleDescription(sentence)
        cancel = Button(theme, _("Cancel"), size="large")
        cancel.clicked.connect(self.reject)
        self.act = Button(theme, act, kind, size="large")
        self.act.clicked.connect(self.accept)
        self.footer.addStretch(1)
        self.footer.addWidget(cancel)
        self.footer.addWidget(self.act)
        self.keep_width(WIDTH)
