"""Documents cut by their structure."""

import re

from hypothesis import given
from hypothesis import strategies as st

from app.core.memory.split import LONGEST, Fragment, split

NOTES = """---
title: Left out
---

# Deploying

Before lunch only.

## Rollback

The script is in `ops/`; it takes twenty minutes and nobody may touch the database meanwhile.

- Tell the people who are on call before anything else happens.
- Then start it, and watch the queue until it is empty again.

```sh
# not a heading

./rollback --now
```

***

# Elsewhere

1. One thing that has to be done on Mondays, in the morning.
2. Another thing that has to be done on Mondays, after that.
"""


def test_headings_items_and_code_are_kept_apart() -> None:
    found = split(NOTES)
    assert [fragment.title for fragment in found] == [
        "Deploying",
        *["Deploying › Rollback"] * 4,
        *["Elsewhere"] * 2,
    ]
    assert found[0].text == "Before lunch only."
    assert found[4].text == "```sh\n# not a heading\n\n./rollback --now\n```"


def test_what_is_too_short_to_be_understood_alone_joins_the_next() -> None:
    assert split("Note:\n\nThe vault is in the cellar.") == (
        Fragment("", "Note:\nThe vault is in the cellar."),
    )


def test_long_paragraphs_end_with_a_sentence() -> None:
    sentence = "The quick brown fox jumps over the lazy dog, and then it does so again. "
    parts = split(sentence * 40)
    assert len(parts) > 2
    assert all(len(part.text) <= LONGEST and part.text.endswith("again.") for part in parts)


def test_line_ends_of_other_systems_are_line_ends() -> None:
    assert split("# A\r\n\r\nOne thing.\r") == split("# A\n\nOne thing.\n")


@given(st.text(st.sampled_from("ab .\n\r#-*`1)~>。𝄞é\t"), max_size=400))
def test_any_text_can_be_split_and_no_words_are_lost(text: str) -> None:
    found = split(text)
    assert all(fragment.text.strip() and len(fragment.text) <= LONGEST for fragment in found)
    kept = "".join(f.text for f in found) + "".join(f.title for f in found)
    if "#" not in text and not text.startswith("---"):
        assert re.findall(r"\w", text) == re.findall(r"\w", kept)


@given(st.text(max_size=3000))
def test_splitting_never_fails(text: str) -> None:
    split(text)
