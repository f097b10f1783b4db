"""Colours by the job they do, one frozen set per scheme.

Public names: `Tokens`, `GoalColours`, `EdgeLook`, `DARK`, `LIGHT`, `contrast`, `mix`,
`high_contrast`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from app.core.skills.model import GoalKind
from app.ui.theme.goals import GOALS


@dataclass(frozen=True, slots=True)
class GoalColours:
    """A colour that carries meaning, and the soft fill it is readable on."""

    colour: str
    soft: str


@dataclass(frozen=True, slots=True)
class EdgeLook:
    """How one kind of edge is drawn: opaque colours, width in px, dashes in px (none: solid).

    `head` is the shape at the end it leads to, so that colour alone never tells; empty for none.
    """

    rest: str
    highlighted: str
    width: float = 1.0
    dash: tuple[float, ...] = ()
    head: str = ""


@dataclass(frozen=True, slots=True)
class Tokens:
    """Every colour of the window. Grounds `bg0` to `bg4`, lines, texts `t1` to `t4`, meanings."""

    dark: bool
    bg0: str
    bg1: str
    bg2: str
    bg3: str
    bg4: str
    line: str
    line2: str
    t1: str
    t2: str
    t3: str
    t4: str
    acc: str
    acc_fill: str
    acc_hover: str
    acc_soft: str
    acc_line: str
    on_acc: str
    ok: str
    ok_soft: str
    warn: str
    warn_soft: str
    err: str
    err_soft: str
    err_line: str
    mem: str
    mem_soft: str
    mem_line: str
    hit: str
    sky: str
    scrim: str
    scrim_alpha: float
    diff_removed: str
    diff_added: str
    goals: Mapping[GoalKind, GoalColours]
    clusters: tuple[str, ...]
    edges: Mapping[str, EdgeLook]
    dust: str

    @property
    def ok_line(self) -> str:
        return mix(self.ok, self.bg2, 0.45)

    @property
    def warn_line(self) -> str:
        return mix(self.warn, self.bg2, 0.45)

    def goal(self, kind: GoalKind) -> GoalColours:
        return self.goals[kind]

    def cluster(self, number: int) -> str:
        """The colour of the cluster assigned as `number`, from 0; they repeat."""
        return self.clusters[number % len(self.clusters)]

    def colour(self, name: str) -> str:
        """The colour of a field, or of a goal: `goal:Success`, and `soft:Success` for its ground.

        KeyError for any other name.
        """
        if name.startswith("goal:"):
            return self.goals[GoalKind(name.removeprefix("goal:"))].colour
        if name.startswith("soft:"):
            return self.goals[GoalKind(name.removeprefix("soft:"))].soft
        value = getattr(self, name, None)
        if not isinstance(value, str):
            raise KeyError(name)
        return value


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two #rrggbb colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""

    def luminance(colour: str) -> float:
        shares = [channel / 255 for channel in _channels(colour)]
        linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """`share` (0 to 1) of the first colour over the second, opaque."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02X}" for a, b in pairs)


def high_contrast(tokens: Tokens) -> Tokens:
    """The same scheme with control borders as strong as captions, and outlines for soft fills."""
    return replace(
        tokens,
        line=tokens.line2,
        line2=tokens.t3,
        acc_soft=tokens.bg2,
        acc_line=tokens.acc,
        ok_soft=tokens.bg2,
        warn_soft=tokens.bg2,
        err_soft=tokens.bg2,
        err_line=tokens.err,
        mem_soft=tokens.bg2,
        mem_line=tokens.mem,
        goals=MappingProxyType(
            {kind: GoalColours(goal.colour, tokens.bg2) for kind, goal in tokens.goals.items()}
        ),
    )


def _goals(*, dark: bool) -> Mapping[GoalKind, GoalColours]:
    return MappingProxyType(
        {kind: GoalColours(*(look.dark if dark else look.light)) for kind, look in GOALS.items()}
    )


def _edges(*colours: tuple[str, str]) -> Mapping[str, EdgeLook]:
    shapes: tuple[tuple[str, float, tuple[float, ...], str], ...] = (
        ("calls", 1.0, (), "arrow"),
        ("often_used_with", 1.0, (6, 3), ""),
        ("requires", 1.6, (1.5, 3.5), "dot"),
        ("complements", 1.0, (7, 3, 1.5, 3), ""),
        ("mentions", 0.8, (), ""),
        ("depends_on", 1.6, (1.5, 3.5), "diamond"),
        ("extends", 1.0, (), "hollow"),
        ("enables", 1.0, (10, 3), "chevron"),
        ("supersedes", 1.6, (), "bar"),
        ("related_to", 1.0, (2, 4), ""),
        ("variant_of", 1.0, (2, 2, 8, 2), ""),
    )
    return MappingProxyType(
        {
            name: EdgeLook(*pair, width, dash, head)
            for (name, width, dash, head), pair in zip(shapes, colours, strict=True)
        }
    )


DARK = Tokens(
    dark=True,
    bg0="#0E1116",
    bg1="#13161B",
    bg2="#181B21",
    bg3="#1F232A",
    bg4="#292E37",
    line="#262B33",
    line2="#3B424D",
    t1="#E6E9EF",
    t2="#AAB1BD",
    t3="#858D9A",
    t4="#5A616D",
    acc="#85B7F8",
    acc_fill="#2E6FD0",
    acc_hover="#3272D3",
    acc_soft="#1B2A41",
    acc_line="#33568A",
    on_acc="#FFFFFF",
    ok="#6CCB95",
    ok_soft="#1C2F29",
    warn="#E6B25A",
    warn_soft="#342B1E",
    err="#F58A7E",
    err_soft="#382326",
    err_line="#6E3A3B",
    mem="#D6C6A0",
    mem_soft="#24231F",
    mem_line="#4A4433",
    hit="#5A4620",
    sky="#090C13",
    scrim="#06080C",
    scrim_alpha=0.66,
    diff_removed="#532B31",
    diff_added="#1F4A38",
    goals=_goals(dark=True),
    clusters=(
        "#8FBCFF",
        "#7CD6A6",
        "#B3BCFF",
        "#E7BE72",
        "#5FD3DC",
        "#FFA498",
        "#DDB0F2",
        "#BBD07F",
        "#F6A9C7",
    ),
    edges=_edges(
        ("#446AA6", "#85B7F8"),
        ("#77643A", "#E6B25A"),
        ("#2A6A70", "#55CFD8"),
        ("#7E5468", "#F39BBD"),
        ("#2E2D2B", "#B9AB87"),
        ("#3E6957", "#7CD6A6"),
        ("#5A5A8C", "#B3BCFF"),
        ("#55662F", "#BBD07F"),
        ("#825654", "#FFA498"),
        ("#5B626E", "#A9B4C6"),
        ("#6D597C", "#DDB0F2"),
    ),
    dust="#6F6955",
)

LIGHT = Tokens(
    dark=False,
    bg0="#E8EAEF",
    bg1="#F2F3F6",
    bg2="#FAFBFC",
    bg3="#FFFFFF",
    bg4="#E9ECF1",
    line="#DFE2E8",
    line2="#C3C9D3",
    t1="#1B1F26",
    t2="#48505D",
    t3="#5E6673",
    t4="#A0A7B3",
    acc="#1D5DBD",
    acc_fill="#2365C7",
    acc_hover="#1B57B0",
    acc_soft="#E3EDFB",
    acc_line="#A5C3EE",
    on_acc="#FFFFFF",
    ok="#13744A",
    ok_soft="#E3F3EA",
    warn="#855600",
    warn_soft="#FBF0DA",
    err="#B0362B",
    err_soft="#FCEAE7",
    err_line="#EDB6AF",
    mem="#6E5A22",
    mem_soft="#F8F4E8",
    mem_line="#E0D5B5",
    hit="#F6DFA6",
    sky="#F3F5F9",
    scrim="#1E2430",
    scrim_alpha=0.38,
    diff_removed="#F8CFC9",
    diff_added="#BFE5D0",
    goals=_goals(dark=False),
    clusters=(
        "#2B63B8",
        "#17774A",
        "#4A56AE",
        "#8A5A00",
        "#0B7080",
        "#A8423A",
        "#7D459C",
        "#566F14",
        "#9A3C66",
    ),
    edges=_edges(
        ("#5F8CD0", "#1D5DBD"),
        ("#AB842F", "#9A6A00"),
        ("#4996A1", "#006D7C"),
        ("#B77997", "#9A3C66"),
        ("#E0DACB", "#8A7434"),
        ("#529979", "#17774A"),
        ("#7E87C5", "#4A56AE"),
        ("#7F9250", "#566F14"),
        ("#BE7873", "#A8423A"),
        ("#838B98", "#556070"),
        ("#A37DBA", "#7D459C"),
    ),
    dust="#968A5B",
)
