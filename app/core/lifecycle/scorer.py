"""A track record as a factor of suggestions: what is known of a skill makes it a little more or
less likely to be brought forward (seed 002, E).

Every weight is ours. They are small beside similarity, which goes from 0.14 to 1.
"""

from app.core.lifecycle.features import Features

SUCCESS = 0.2
"""What success at every time adds, and failure at every time takes off."""
USES = 0.03
"""What is added for being used all the time; half of it for once a day."""
VERSIONS = 0.02
"""What many revisions add; half of it for the first one."""
UNPROVEN = 0.05
"""What is taken off a skill made from a candidate today, of which no outcome is known."""
DOUBT = 4
"""With this many known outcomes the success counts half."""
HALF_LIFE = 30.0
"""Days after which a skill that is still there is doubted half as much."""
LOWEST = 1 - SUCCESS
HIGHEST = 1 + SUCCESS + USES + VERSIONS
MARGIN = HIGHEST / LOWEST
"""How many times more a skill has to fit to stay first whatever is known of it and the other."""


def track_record(one: Features) -> float:
    """From `LOWEST` to `HIGHEST`; 1 for a skill a person wrote and of which nothing is known."""
    rate, velocity = one.skill_success_rate, one.skill_invocation_velocity
    known = one.outcomes_known / (one.outcomes_known + DOUBT)
    success = SUCCESS * known * (2 * rate - 1) if rate is not None else 0.0
    uses = USES * velocity / (velocity + 1)
    versions = VERSIONS * (1 - 1 / max(1, one.skill_version))
    unproven = 0.0
    if one.is_auto_created:
        unproven = UNPROVEN * (1 - known) * 0.5 ** (one.skill_age_days / HALF_LIFE)
    return float(1 + success + uses + versions - unproven)
