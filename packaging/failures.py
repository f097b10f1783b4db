"""What the output of a failed command means, as a sentence and what to do about it."""

from console import Trouble

_MEANINGS: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (
        ("No space left on device", "[Errno 28]", "[WinError 112]", "enough free space"),
        "There is too little room on the disk.",
        "Free about 2 GB where this folder and the temporary folder are, then run this again.",
    ),
    (
        ("Read-only file system", "[Errno 30]"),
        "This folder cannot be written to.",
        "Copy the project to a folder of your own, then run this there.",
    ),
    (
        ("Permission denied", "[Errno 13]", "[WinError 5]", "[WinError 32]"),
        "A file of this folder belongs to somebody else or is in use.",
        "Close Techne, make sure the folder is yours, then run this again.",
    ),
    (
        ("CERTIFICATE_VERIFY_FAILED", "Certificate verification failed"),
        "The certificate of the package server is not trusted by this computer.",
        "Check the clock; behind a company proxy set PIP_CERT to its certificate file.",
    ),
    (
        ("Could not get lock", "Unable to acquire the dpkg frontend lock"),
        "Another program is installing packages at this moment.",
        "Wait until it is done, then run this again.",
    ),
    (
        (
            "name resolution",
            "Failed to establish a new connection",
            "NewConnectionError",
            "ConnectTimeoutError",
            "ConnectionResetError",
            "ProxyError",
            "Read timed out",
            "getaddrinfo failed",
            "Temporary failure resolving",
            "Could not connect to",
            "Network is unreachable",
        ),
        "The package server cannot be reached.",
        "Check the network and proxy settings, then run this again; it goes on where it stopped.",
    ),
    (
        ("No matching distribution found",),
        "A package Techne needs has no build for this Python on this system.",
        "Use Python 3.11 or newer from python.org, 64-bit, on Linux (glibc), macOS or Windows.",
    ),
)


def explain(what: str, output: str) -> Trouble:
    """The first known cause found in `output`; its last lines when there is none."""
    for signs, sentence, hint in _MEANINGS:
        if any(sign in output for sign in signs):
            return Trouble(sentence, hint)
    tail = "\n".join(f"    {line}" for line in output.rstrip().splitlines()[-12:])
    return Trouble(f"{what} did not work.", f"These are the last lines it wrote:\n{tail}")
