"""The kinds of lines between the stars. This is the table: another kind is one more entry here."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from app.core.graph.relation_cues import Kind
from app.core.words import _


@dataclass(frozen=True, slots=True)
class LayerSpec:
    """`label` names the layer in the legend; `look` is its entry among the theme's edges."""

    label: Callable[[], str]
    look: str
    is_directed: bool = True


class Layer(StrEnum):
    """The value of a layer of relations is that of their kind."""

    _value_: str
    spec: LayerSpec

    def __new__(cls, value: str, *spec: LayerSpec) -> "Layer":
        member = str.__new__(cls, value)
        member._value_, (member.spec,) = value, spec
        return member

    CALLS = "calls", LayerSpec(lambda: _("Calls"), "calls")
    OFTEN_USED_WITH = (
        Kind.OFTEN_USED_WITH.value,
        LayerSpec(lambda: _("Often used with"), "often_used_with", is_directed=False),
    )
    REQUIRES = Kind.REQUIRES.value, LayerSpec(lambda: _("Requires"), "requires")
    DEPENDS_ON = Kind.DEPENDS_ON.value, LayerSpec(lambda: _("Depends on"), "depends_on")
    COMPLEMENTS = (
        Kind.COMPLEMENTS.value,
        LayerSpec(lambda: _("Works well with"), "complements", is_directed=False),
    )
    EXTENDS = Kind.EXTENDS.value, LayerSpec(lambda: _("Extends"), "extends")
    ENABLES = Kind.ENABLES.value, LayerSpec(lambda: _("Enables"), "enables")
    SUPERSEDES = Kind.SUPERSEDES.value, LayerSpec(lambda: _("Replaces"), "supersedes")
    RELATED_TO = (
        Kind.RELATED_TO.value,
        LayerSpec(lambda: _("Related to"), "related_to", is_directed=False),
    )
    VARIANT_OF = (
        Kind.VARIANT_OF.value,
        LayerSpec(lambda: _("Variant of"), "variant_of", is_directed=False),
    )
