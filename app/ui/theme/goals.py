"""How each goal category looks: its icon, and its colour and soft fill in both schemes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from app.core.skills.model import GoalKind


@dataclass(frozen=True, slots=True)
class GoalLook:
    """An icon by its name, and (colour, soft fill) as #rrggbb."""

    icon: str
    dark: tuple[str, str]
    light: tuple[str, str]


GOALS: Mapping[GoalKind, GoalLook] = MappingProxyType(
    {
        GoalKind.SUCCESS: GoalLook("circle-check", ("#76D19E", "#223630"), ("#117342", "#E4F2EA")),
        GoalKind.OUT_OF_SCOPE: GoalLook(
            "circle-slash", ("#F39BBD", "#37292F"), ("#9A3C66", "#F9E9F0")
        ),
        GoalKind.ON_COMPLETION: GoalLook("flag", ("#A8B5FF", "#2A2E40"), ("#4552B0", "#E9ECFA")),
        GoalKind.TRIGGER: GoalLook("bolt", ("#DFB35F", "#342F25"), ("#865500", "#F9EFDC")),
        GoalKind.PREREQUISITES: GoalLook("key", ("#D6A4EE", "#342C3E"), ("#7D459C", "#F4EAF9")),
        GoalKind.ON_FAILURE: GoalLook(
            "triangle-alert", ("#FC9D91", "#38292A"), ("#A33C32", "#FBE9E7")
        ),
        GoalKind.REQUIRES: GoalLook(
            "arrow-into-bracket", ("#55CFD8", "#1E343A"), ("#006D7C", "#E0F2F4")
        ),
        GoalKind.PRODUCES: GoalLook(
            "arrow-out-of-bracket", ("#AEC670", "#2C3327"), ("#526B11", "#EEF3DE")
        ),
    }
)
