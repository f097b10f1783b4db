"""What can be asked about the whole constellation. `Question`."""

from enum import StrEnum


class Question(StrEnum):
    CENTRAL = "central"
    BRIDGES = "bridges"
    CYCLES = "cycles"
    ORPHANS = "orphans"
    UNCALLED = "uncalled"
    REVIEW = "review"
    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    SINCE = "since"
    """Since a day that the person names."""
