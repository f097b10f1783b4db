"""What a model could do for a training, or why there is none to ask, with the next step."""

from PySide6.QtWidgets import QWidget

from app.core.training.proposal import Proposal
from app.core.words import _, ngettext
from app.ui.context import AppContext
from app.ui.widgets.empty_state import EmptyState


class Offer(EmptyState):
    """`acted` when the model is to write; where one is to be chosen, it leads there."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context.theme, "chip", "", "", _("Settings"), parent=parent)
        self._context = context
        self._count = 0
        self.button.clicked.disconnect()
        self.button.clicked.connect(self._act)
        context.model.changed.connect(self.refresh)
        self.setContentsMargins(16, 0, 16, 0)
        self.refresh()

    def show_placement(self, found: Proposal) -> None:
        """The memories that could be woven in."""
        self._count = len(found.items)
        self.refresh()

    def refresh(self) -> None:
        """As the model is now."""
        model = self._context.model
        self.button.setEnabled(True)
        if not model.is_there:
            self.title.setText(_("No local model"))
            placed = _("Placing memories between the steps works without one.")
            self.sentence.setText(f"{model.why_not}\n\n{placed}")
            self.button.setText(_("Settings"))
            return
        self.button.setEnabled(self._count > 0)
        self.button.setText(_("Rewrite with the local model"))
        if not self._count:
            self.title.setText(_("No memories to weave in"))
            self.sentence.setText(_("No memory is offered for this skill now."))
            return
        self.title.setText(_("Weave the memories into the steps"))
        words = ngettext(
            "{model} rewrites each step with the {count} memory found for it. Every "
            "sentence is checked: what neither you nor the memory says is left out.",
            "{model} rewrites each step with the {count} memories found for them. Every "
            "sentence is checked: what neither you nor a memory says is left out.",
            self._count,
        )
        self.sentence.setText(words.format(model=model.name, count=self._count))

    def _act(self) -> None:
        if self._context.model.is_there:
            self.acted.emit()
        else:
            self._context.go.model_settings()
