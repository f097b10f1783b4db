"""The kinds of lines between the stars. This is the table: another kind is one more entry here."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.graph.relation_cues import Kind
from app.core.words import _


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """`label` names the layer, and what its lines lead to; `backwards` where they come from.

    Without `backwards` a line says the same of both ends. `look` is its entry among the theme's
    edges.
    """

    label: Callable[[], str]
    look: str
    backwards: Callable[[], str] = str

    @property
    def is_directed(self) -> bool:
        return self.backwards is not str


class Layer(StrEnum):
    """The value of a layer of relations is that of their kind."""

    _value_: str
    spec: LayerSpec

    def __new__(cls, value: str, *spec: LayerSpec) -> "Layer":
        member = str.__new__(cls, value)
        member._value_, (member.spec,) = value, spec
        return member

    CALLS = "calls", LayerSpec(lambda: _("Calls"), "calls", lambda: _("Called by"))
    OFTEN_USED_WITH = (
        Kind.OFTEN_USED_WITH.value,
        LayerSpec(lambda: _("Often used with"), "often_used_with"),
    )
    REQUIRES = (
        Kind.REQUIRES.value,
        LayerSpec(lambda: _("Requires"), "requires", lambda: _("Required by")),
    )
    DEPENDS_ON = (
        Kind.DEPENDS_ON.value,
        LayerSpec(lambda: _("Depends on"), "depends_on", lambda: _("Depended on by")),
    )
    COMPLEMENTS = (
        Kind.COMPLEMENTS.value,
        LayerSpec(lambda: _("Works well with"), "complements"),
    )
    EXTENDS = (
        Kind.EXTENDS.value,
        LayerSpec(lambda: _("Extends"), "extends", lambda: _("Extended by")),
    )
    ENABLES = (
        Kind.ENABLES.value,
        LayerSpec(lambda: _("Enables"), "enables", lambda: _("Enabled by")),
    )
    SUPERSEDES = (
        Kind.SUPERSEDES.value,
        LayerSpec(lambda: _("Replaces"), "supersedes", lambda: _("Replaced by")),
    )
    RELATED_TO = (
        Kind.RELATED_TO.value,
        LayerSpec(lambda: _("Related to"), "related_to"),
    )
    VARIANT_OF = (
        Kind.VARIANT_OF.value,
        LayerSpec(lambda: _("Variant of"), "variant_of"),
    )
