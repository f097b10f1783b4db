"""How large a procedure is, in words. Public name: `counted`."""

from app.core.words import ngettext


def counted(phases: int, steps: int, sub_steps: int) -> list[str]:
    """Such as "2 phases", "6 steps", "3 sub-steps": what there is none of is left out.

    `steps` are those that stand by themselves.
    """
    words = (
        (phases, ngettext("{count} phase", "{count} phases", phases)),
        (steps, ngettext("{count} step", "{count} steps", steps)),
        (sub_steps, ngettext("{count} sub-step", "{count} sub-steps", sub_steps)),
    )
    return [said.format(count=count) for count, said in words if count]
