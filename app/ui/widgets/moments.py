"""When something was, as people say it.

Public names: `moment`, `moment_said`, `time_said`, `day`, `day_said`, `date_words`.
"""

from datetime import date, datetime

from PySide6.QtCore import QLocale

from app.core.words import _


def moment(at: datetime, now: datetime) -> str:
    """Such as "Today, 14:32" and "9 Sep, 18:20", in the time of this place."""
    return _("{day}, {time}").format(day=day(at, now), time=f"{at.astimezone():%H:%M}")


def moment_said(at: datetime, now: datetime) -> str:
    """The same within a sentence: "today at 14:32", "9 Sep at 18:20"."""
    return _("{day} at {time}").format(day=day_said(at, now), time=f"{at.astimezone():%H:%M}")


def time_said(at: datetime, now: datetime) -> str:
    """The time of today, or what `moment_said` says: "14:32", "9 Sep at 18:20"."""
    here = at.astimezone()
    is_today = here.date() == now.astimezone().date()
    return f"{here:%H:%M}" if is_today else moment_said(at, now)


def day(at: datetime, now: datetime) -> str:
    """Such as "Today", "Yesterday", "9 Sep" and "9 Sep 2024"."""
    here, today = at.astimezone().date(), now.astimezone().date()
    away = (today - here).days
    if away == 0:
        return _("Today")
    if away == 1:
        return _("Yesterday")
    month = QLocale().standaloneMonthName(here.month, QLocale.FormatType.ShortFormat)
    if here.year == today.year:
        return _("{day} {month}").format(day=here.day, month=month)
    return _("{day} {month} {year}").format(day=here.day, month=month, year=here.year)


def day_said(at: datetime, now: datetime) -> str:
    """The same within a sentence: "today", "yesterday", "9 Sep"."""
    away = (at.astimezone().date() - now.astimezone().date()).days
    return {0: _("today"), -1: _("yesterday")}.get(away) or day(at, now)


def date_words(on: date) -> str:
    """Such as "9 Sep", where the year is clear."""
    month = QLocale().standaloneMonthName(on.month, QLocale.FormatType.ShortFormat)
    return _("{day} {month}").format(day=on.day, month=month)
