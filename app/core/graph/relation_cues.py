"""How texts say that one skill needs, extends or replaces another: in seven languages. Pure.

The kinds are those of seeds 000 (section 6.4) and 003; the patterns read folded text.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.words import _


@dataclass(frozen=True, slots=True)
class KindSpec:
    """All that is particular to a kind. Whatever treats relations derives from this.

    `label` stands between the names of two skills. `of_target` says it of the second one to who
    looks at the first, `of_source` the other way; None where it is the same in both directions.
    `said` are the words by which a text says it of its subject and the skill that follows, in
    folded text, `said_backwards` those that say it the other way round; empty for what no text
    says.
    """

    label: Callable[[], str]
    of_target: Callable[[], str]
    of_source: Callable[[], str] | None = None
    said: str = ""
    said_backwards: str = ""

    @property
    def is_symmetric(self) -> bool:
        """It says the same in both directions."""
        return self.of_source is None


class Kind(StrEnum):
    """What one skill is to another, or to a memory.

    This is the table: another kind, also one that texts can say, is one more entry here.
    """

    _value_: str
    spec: KindSpec

    def __new__(cls, value: str, *spec: KindSpec) -> "Kind":
        member = str.__new__(cls, value)
        member._value_, (member.spec,) = value, spec
        return member

    REQUIRES = (
        "requires",
        KindSpec(
            lambda: _("requires"),
            lambda: _("Required by this skill"),
            lambda: _("Requires this skill"),
            said=(
                r"requires?|needs?|depends\s+on|rel(?:y|ies)\s+on|(?:cannot|can't)\s+(?:work|run)\s+without"
                r"|does\s+not\s+work\s+without"
                r"|necesita|are\s+nevoie\s+de|depinde\s+de"
                r"|requiere|depende\s+del?"
                r"|necessite|requiert|depend\s+d[eu]|a\s+besoin\s+d[eu]"
                r"|benotigt|erfordert|braucht|setzt(?=.{1,80}\bvoraus\b)|hangt(?=.{1,80}\bab\b)\s+von"
                r"|richiede|necessita(?:\s+di)?|dipende\s+da(?:l|lla)?"
                r"|requer|precisa\s+d[eoa]|depende\s+d[oa]"
            ),
            said_backwards=r"(?:is\s+)?(?:required|needed)\s+(?:by|for)",
        ),
    )
    DEPENDS_ON = (
        "depends_on",
        KindSpec(
            lambda: _("depends on"),
            lambda: _("This skill depends on it"),
            lambda: _("Depends on this skill"),
        ),
    )
    COMPLEMENTS = (
        "complements",
        KindSpec(
            lambda: _("works well with"),
            lambda: _("Works well with this skill"),
            said=(
                r"works?\s+(?:well\s+|best\s+|great\s+|nicely\s+)?(?:together\s+|alongside\s+)?with"
                r"|(?:pairs?|goes|combines?)\s+(?:well\s+|nicely\s+)?with|complements"
                r"|(?:best\s+)?used\s+(?:together|alongside|in\s+combination)(?:\s+with)?"
                r"|(?:functioneaza|merge)\s+(?:bine\s+)?(?:impreuna\s+)?cu|completeaza|impreuna\s+cu"
                r"|funciona\s+bien\s+con|complementa(?:\s+al?)?|(?:se\s+)?combina\s+(?:bien\s+)?con"
                r"|fonctionne\s+bien\s+avec|se\s+combine\s+avec|complete|en\s+complement\s+d[eu]"
                r"|funktioniert\s+gut\s+(?:zusammen\s+)?mit|erganzt|passt\s+gut\s+zu[mr]?"
                r"|funziona\s+bene\s+con|si\s+abbina\s+(?:bene\s+)?(?:a|con)|completa|insieme\s+a"
                r"|funciona\s+bem\s+com|combina\s+(?:bem\s+)?com|em\s+conjunto\s+com"
            ),
        ),
    )
    EXTENDS = (
        "extends",
        KindSpec(
            lambda: _("extends"),
            lambda: _("Extended by this skill"),
            lambda: _("Extends this skill"),
            said=(
                r"extends|builds?\s+(?:up)?on|is\s+built\s+on(?:\s+top\s+of)?"
                r"|extinde|se\s+bazeaza\s+pe"
                r"|extiende|amplia|se\s+basa\s+en"
                r"|etend|prolonge|s'appuie\s+sur"
                r"|erweitert|baut(?=.{1,80}\bauf\b)\s+auf"
                r"|estende|si\s+basa\s+su"
                r"|estende|baseia-se\s+em"
            ),
            said_backwards=r"(?:is\s+)?extended\s+by",
        ),
    )
    ENABLES = (
        "enables",
        KindSpec(
            lambda: _("enables"),
            lambda: _("Enabled by this skill"),
            lambda: _("Enables this skill"),
            said=(
                r"enables|feeds?(?:\s+into)?|hands?\s+over\s+to|passes\s+its\s+(?:output|results?)\s+to"
                r"|its\s+(?:output|results?)\s+(?:goes|go|feeds?)\s+(?:in)?to"
                r"|alimenteaza|permite"
                r"|habilita|alimenta"
                r"|permet|alimente"
                r"|ermoglicht|liefert\s+an"
                r"|abilita|consente"
            ),
            said_backwards=r"(?:is\s+)?(?:enabled|fed)\s+by|(?:uses|takes)\s+the\s+(?:output|results?)\s+of",
        ),
    )
    SUPERSEDES = (
        "supersedes",
        KindSpec(
            lambda: _("replaces"),
            lambda: _("Replaced by this skill"),
            lambda: _("Replaces this skill"),
            said=(
                r"supersedes|replaces|takes\s+the\s+place\s+of|obsoletes"
                r"|(?:use|prefer)\s+(?:this|it)(?:\s+skill)?\s+(?:instead\s+of|over)"
                r"|inlocuieste"
                r"|reemplaza(?:\s+al?)?|sustituye(?:\s+al?)?"
                r"|remplace"
                r"|ersetzt(?!\s+durch)|lost(?=.{1,80}\bab\b)"
                r"|sostituisce|rimpiazza"
                r"|substitui"
            ),
            said_backwards=(
                r"(?:(?:is|was|has\s+been)\s+)?(?:superseded|replaced|obsoleted)\s+(?:by|with)"
                r"|(?:a\s+fost\s+)?inlocuit[ae]?\s+de|(?:ha\s+sido\s+)?(?:re)?emplazad[oa]\s+por"
                r"|sustituid[oa]\s+por|(?:est\s+|a\s+ete\s+)?remplacee?\s+par|(?:wurde\s+|wird\s+)?ersetzt\s+durch"
                r"|(?:e\s+stat[oa]\s+)?sostituit[oa]\s+d[ae]|(?:foi\s+)?substituid[oa]\s+p(?:or|el[oa])"
            ),
        ),
    )
    RELATED_TO = (
        "related_to",
        KindSpec(
            lambda: _("is related to"),
            lambda: _("Related to this skill"),
        ),
    )
    VARIANT_OF = (
        "variant_of",
        KindSpec(
            lambda: _("is a variant of"),
            lambda: _("A variant of this skill"),
        ),
    )
    OFTEN_USED_WITH = (
        "often_used_with",
        KindSpec(
            lambda: _("is often used with"),
            lambda: _("Often used with this skill"),
        ),
    )


SYMMETRIC = frozenset(kind for kind in Kind if kind.spec.is_symmetric)
"""Kinds that say the same in both directions."""

_FORWARD = {kind: kind.spec.said for kind in Kind if kind.spec.said}
_BACKWARD = {kind: kind.spec.said_backwards for kind in Kind if kind.spec.said_backwards}


def _any(patterns: dict[Kind, str], prefix: str) -> str:
    return "|".join(f"(?P<{prefix}{kind.name}>{words})" for kind, words in patterns.items())


CUE = re.compile(rf"(?<![^\W_])(?:{_any(_BACKWARD, 'B_')}|{_any(_FORWARD, 'F_')})(?![^\W_])")
"""A cue; the group that matched names the kind, `B_` when the other skill is the subject."""

NEVER = re.compile(
    r"(?:\b(?:not|never|no\s+longer|n't|doesn't|don't|without|nu|nunca|no|jamas|ne|jamais|nicht|non"
    r"|nao|kein\w*)\s+(?:\w+\s+)?)\Z"
)
NEVER_AFTER = re.compile(r"\s*(?:nicht|kein\w*|pas|plus|no\s+other|nothing)\b")


def read(cue: re.Match[str]) -> tuple[Kind, bool]:
    """The kind a cue says, and whether it says it backwards (`replaced by`)."""
    group = str(cue.lastgroup)
    return Kind[group[2:]], group.startswith("B_")
