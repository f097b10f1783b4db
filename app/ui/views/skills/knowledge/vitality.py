"""How fresh a trained skill is: the score, each term of it, and what to do about it."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.core.lifecycle.freshness import Freshness
from app.core.lifecycle.vitality import Band
from app.core.words import _
from app.ui.theme.theme import Theme
from app.ui.views.skills.knowledge.cards import Card
from app.ui.widgets.buttons import Button
from app.ui.widgets.elided import Elided
from app.ui.widgets.gauges import ShareBar
from app.ui.widgets.labels import Tone, label, set_tag, tag

TERMS = 3
TONES: dict[Band, tuple[Tone, str]] = {
    Band.FRESH: ("ok", "ok"),
    Band.AGING: ("info", "acc"),
    Band.MODERATELY_STALE: ("warn", "warn"),
    Band.STALE: ("err", "err"),
}


class VitalityCard(Card):
    """`train_requested` by its button."""

    train_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(_("Vitality"), parent)
        self._band = tag("", "ok")
        self.score, self._bar = label("", "page"), ShareBar(theme)
        self.sum = Elided("", "caption")
        self.advice = label("", "caption", wrap=True)
        self.train = Button(theme, _("Train"), size="small")
        self.train.clicked.connect(self.train_requested)
        self.end.addWidget(self._band)
        self._terms = [self._term() for _n in range(TERMS)]
        self._scored = QWidget()
        self.column.addWidget(self._scored)
        self._place_score()
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 6, 12, 8)
        foot.setSpacing(8)
        foot.addWidget(self.advice, 1)
        foot.addWidget(self.train)
        self.column.addLayout(foot)
        self.column.addStretch(1)

    def show_freshness(self, found: Freshness | None) -> None:
        """None: the skill was never trained."""
        self._scored.setVisible(found is not None)
        self._band.setVisible(found is not None)
        if found is None:
            self.remark.setText(_("not trained yet"))
            self.advice.setText(_("Measured from the first training, which places what you know."))
            return
        score = found.vitality
        tone, colour = TONES[score.band]
        self.remark.setText("")
        set_tag(self._band, band_word(score.band), tone)
        self.score.setText(str(score.score))
        self.score.setAccessibleName(_("Vitality {score} of 100").format(score=score.score))
        self._bar.show_share(score.score / 100, colour)
        self.sum.setText(found.sentence())
        for (name, points, why), term in zip(self._terms, found.terms, strict=True):
            name.setText(term.name)
            taken = f"−{term.points}" if term.points else "0"
            points.setText(_("{points} of {most}").format(points=taken, most=term.most))
            why.setText(term.why)
        self.advice.setText(score.advice)

    def _term(self) -> tuple[QLabel, QLabel, QLabel]:
        return label("", "secondary"), label("", "secondary"), label("", "caption", wrap=True)

    def _place_score(self) -> None:
        column = QVBoxLayout(self._scored)
        column.setContentsMargins(12, 2, 12, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.score)
        head.addWidget(self._bar, 1)
        column.addLayout(head)
        column.addWidget(self.sum)
        for name, points, why in self._terms:
            line = QHBoxLayout()
            line.addWidget(name, 1)
            line.addWidget(points)
            column.addSpacing(7)
            column.addLayout(line)
            column.addWidget(why)


def band_word(band: Band) -> str:
    """What people call it."""
    return {
        Band.FRESH: _("fresh"),
        Band.AGING: _("aging"),
        Band.MODERATELY_STALE: _("moderately stale"),
        Band.STALE: _("stale"),
    }[band]
