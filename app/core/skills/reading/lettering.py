"""Letters and Roman numbers that count: a, b … z, aa, ab …; i, ii, iii, iv …"""

_ROMAN = {"i": 1, "v": 5, "x": 10}
_WRITTEN = (("x", 10), ("ix", 9), ("v", 5), ("iv", 4), ("i", 1))


def letter_value(written: str) -> int:
    """Which one in a, b … z, aa, ab … the small letters are."""
    value = 0
    for letter in written:
        value = 26 * value + ord(letter) - 96
    return value


def as_letters(number: int) -> str:
    """The letters that `letter_value` reads as that number, from 1."""
    written = ""
    while number > 0:
        number, last = divmod(number - 1, 26)
        written = chr(97 + last) + written
    return written


def roman_value(written: str) -> int:
    """What small Roman letters up to x count; 0 when others are among them."""
    if not written or any(letter not in _ROMAN for letter in written):
        return 0
    values = [_ROMAN[letter] for letter in written]
    return sum(
        -value if value < following else value
        for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def as_roman(number: int) -> str:
    """The small Roman letters of a number from 1 to 39."""
    written = ""
    for letters, value in _WRITTEN:
        count, number = divmod(number, value)
        written += letters * count
    return written
