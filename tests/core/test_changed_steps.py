"""What a proposed change does to the steps of a skill, in words."""

import pytest

from app.core.learning.changed_steps import changed_steps


def _text(*steps: str) -> str:
    lines = (f"{number}. {step}\n" for number, step in enumerate(steps, start=1))
    return "# Ship\n\n" + "".join(lines)


BEFORE = _text("Run `make`.", "Run `git tag`.", "Run `git push`.")


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (BEFORE, ()),
        (
            _text("Run `make`.", "Run `gh release`.", "Run `git push`."),
            ("step 2: Run gh release",),
        ),
        (_text("Run `make`.", "Run `git push`."), ("step 2 is left out",)),
        (
            _text("Run `make`.", "Run `make test`.", "Run `git tag`.", "Run `git push`."),
            ("new before step 2: Run make test",),
        ),
        (
            _text("Run `make`.", "Run `git tag`.", "Run `git push`.", "Tell all."),
            ("new after step 3: Tell all",),
        ),
        (_text("Run `gh release`."), ("step 1: Run gh release", "step 2 is left out",
                                      "step 3 is left out")),
        (
            _text("Run `git tag`.", "Run `make`.", "Run `gh release`."),
            ("step 2 moves before step 1", "step 3: Run gh release"),
        ),
        (
            _text("Run `git tag`.", "Run `git push`.", "Run `make`.", "Tell all."),
            ("step 1 moves after step 3", "new after step 3: Tell all"),
        ),
        (_text(), ("step 1 is left out", "step 2 is left out", "step 3 is left out")),
    ],
)  # fmt: skip
def test_each_step_that_changes_is_told(after: str, said: tuple[str, ...]) -> None:
    assert changed_steps(BEFORE, after) == said


def test_the_first_steps_of_a_skill_without_any_are_told() -> None:
    assert changed_steps("# Ship\n", _text("Build it.")) == ("new before step 1: Build it",)
