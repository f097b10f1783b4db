"""What a scorer is told of skills (seed 002, E)."""

import csv
from io import StringIO

from app.core.api import features
from app.core.library import library
from app.core.lifecycle import outcomes, usage
from app.core.lifecycle.config import Procedural
from app.core.lifecycle.counted import Counted
from app.core.vault import Vault
from tests.conftest import Clock

DAY = 86_400


def test_every_feature_of_the_seed(vault: Vault, clock: Clock) -> None:
    tea = library.save(vault, None, "# Brew tea\n\n1. Boil water.\n").skill
    features.of_skills(vault, Procedural())
    for day in range(10):
        usage.record(vault, tea, Procedural(), session=f"s{day}", agent="ada")
        outcomes.record(vault, tea, 1 if day % 2 else -1, session=f"s{day}", agent="ada")
        clock.pass_seconds(DAY)
    library.save(vault, tea, "# Brew tea\n\n1. Boil fresh water.\n", sitting=False)
    (one,) = features.of_skills(vault, Procedural())
    assert (one["skill_age_days"], one["skill_success_rate"], one["skill_version"]) == (10, 0.5, 2)
    assert one["skill_invocation_velocity"] == 0.8571  # six uses in the last seven days
    assert (one["use_count"], one["is_auto_created"], one["is_skill"]) == (10, False, True)
    assert one["decay_rate"] == 0.99 and one["last_used_at"] is not None
    (other,) = features.of_skills(vault, Procedural(), Counted(only="bob"))
    assert (other["use_count"], other["skill_success_rate"]) == (0, None)
    assert other["importance"] < one["importance"]  # nobody else has used it
    (row,) = csv.DictReader(StringIO(features.as_csv([one])))
    assert row["title"] == "Brew tea" and row["skill_success_rate"] == "0.5"
