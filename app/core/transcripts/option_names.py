"""What an option of a command is called, without what is glued to it. Pure.

Behind a short one there may be more of them (`-am`), a long name (`-out`), or its value, which may
be a password (`-psecret`). Which of these it is, is known of well-known programs alone.
"""

import re

from app.core.transcripts.naming import names
from app.core.transcripts.plain_names import is_plain_name

_LONG = re.compile(r"--[a-zA-Z][a-zA-Z-]{0,30}")
_WORD = re.compile(r"-[a-z][a-z-]{1,30}")
_MOST_LETTERS = 4
"""Short options that are written as one: `-sSfL`."""
_ALONE = {
    "git": "adfnqsvxA",
    "perl": "alnpw",
    "sed": "nErsuz",
    "tar": "cjprtuvxzJ",
    "docker": "dit",
    "podman": "dit",
    "kubectl": "it",
    "oc": "it",
    "curl": "fgikLsSv",
    "wget": "cqrN",
    "rsync": "achHlnprtuvzAXP",
    "rm": "dfirRv",
    "cp": "aLnprRuvf",
    "mv": "finuv",
    "ln": "fnrsv",
    "mkdir": "pv",
    "chmod": "fRv",
    "chown": "fhRv",
    "scp": "pqrvC",
    "ssh": "fnNqtTvxACX",
    "zip": "jmqru",
    "unzip": "jnoqu",
    "gzip": "dfkv",
    "make": "Bknsw",
    "pytest": "lqsvx",
    "npm": "Dg",
    "pip": "qUv",
    "apt": "qy",
    "apt-get": "qy",
    "pacman": "Sqsuyw",
    "psql": "AqtXx",
    "pg_restore": "acCOvx",
    "pg_dump": "acCOvx",
    "journalctl": "efkrx",
    "ansible-playbook": "bKv",
    "mvn": "BoqU",
    "python": "BiuEsS",
    "cargo": "qv",
    "gpg": "abdeqsvc",
}
"""Short options of these that never have a value, so that the next letter is another option."""
_WORDED = names(
    "terraform tofu terragrunt packer nomad consul vault go gofmt migrate goose staticcheck "
    "convert magick mogrify identify composite montage ffmpeg ffprobe exiftool openssl keytool "
    "jarsigner java xcodebuild find latexmk latex pdflatex xelatex lualatex qemu-img mvn"
)
"""Their options have one dash before a whole word."""


def option_name(program: str, word: str) -> str:
    """What stands before `=`, as far as it is a name: of `-p3` and `-psecret` that is `-p`."""
    if word.startswith("--"):
        return word if _LONG.fullmatch(word) and is_plain_name(word) else "--"
    own = program.lower()
    if own in _WORDED and _WORD.fullmatch(word) and is_plain_name(word):
        return word
    is_several = word[1:].isalpha() and len(word) <= _MOST_LETTERS + 1
    alone = _ALONE.get(own, "")
    return word if is_several and all(letter in alone for letter in word[1:-1]) else word[:2]


def letter_or_word(program: str, option: str) -> str:
    """The option to which a value behind it belongs: of `-am` that is `-m`."""
    is_word = option.startswith("--") or program.lower() in _WORDED
    return option if is_word or not option else f"-{option[-1]}"
