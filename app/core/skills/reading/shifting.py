"""Parts of a skill, the same ones, further down or up in the text."""

from app.core.skills.model import (
    Block,
    Call,
    Doubt,
    Goal,
    Jump,
    Note,
    Parameter,
    Phase,
    PlacedMemory,
    Recipe,
    Section,
    Step,
    VariableUse,
)  # fmt: skip


def block(b: Block, by: int) -> Block:
    return Block(b.kind, b.start + by, b.end + by)


def step(s: Step, by: int) -> Step:
    """A step with everything in it, `by` characters further down."""
    return Step(
        s.position, s.number, s.text, s.calls and _calls(s.calls, by),
        s.jumps and tuple([_jump(j, by) for j in s.jumps]),
        s.variables and _uses(s.variables, by), s.needs, s.anchored,
        s.start + by, s.end + by, s.body_start + by, s.body_end + by,
        s.parent, s.path, s.phase, s.label,
        doubts=s.doubts and tuple([_doubt(d, by) for d in s.doubts]),
    )  # fmt: skip


def goal(g: Goal, by: int) -> Goal:
    return Goal(
        g.kind, g.value, _calls(g.calls, by), _uses(g.variables, by),
        g.start + by, g.end + by, g.value_start + by, g.value_end + by,
    )  # fmt: skip


def phase(p: Phase, by: int) -> Phase:
    return Phase(p.title, p.number, p.first, p.start + by, p.end + by)


def section(s: Section, by: int) -> Section:
    return Section(s.kind, s.title, s.text, s.start + by, s.end + by)


def parameter(p: Parameter, by: int) -> Parameter:
    return Parameter(p.name, p.type, p.optional, p.start + by, p.end + by)


def note(n: Note, by: int) -> Note:
    return Note(n.text, n.start + by, n.end + by)


def recipe(r: Recipe, by: int) -> Recipe:
    return Recipe(r.name, r.trigger, r.steps, r.start + by, r.end + by)


def memory(m: PlacedMemory, by: int) -> PlacedMemory:
    return PlacedMemory(m.text, m.source, m.after, m.start + by, m.end + by)


def _calls(calls: tuple[Call, ...], by: int) -> tuple[Call, ...]:
    return tuple([
        Call(c.target, c.arguments, c.captures, c.explicit, c.parallel, c.on_failure,
             c.start + by, c.end + by, c.target_start + by, c.target_end + by)
        for c in calls
    ])  # fmt: skip


def _jump(j: Jump, by: int) -> Jump:
    return Jump(
        j.kind, j.target, j.reference, j.maximum, j.condition,
        j.start + by, j.end + by, j.reference_start + by, j.reference_end + by,
    )  # fmt: skip


def _doubt(d: Doubt, by: int) -> Doubt:
    return Doubt(d.target, d.start + by, d.end + by, d.sentence_start + by, d.sentence_end + by)


def _uses(uses: tuple[VariableUse, ...], by: int) -> tuple[VariableUse, ...]:
    return tuple([VariableUse(v.name, v.captured, v.start + by, v.end + by) for v in uses])
