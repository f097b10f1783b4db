"""Whether llama.cpp, the program that runs models, is installed, and how it would be."""

import importlib.util
import sys
from pathlib import Path

from app.core.words import _

_BOOTSTRAP = Path(__file__).resolve().parents[3] / "packaging" / "bootstrap.py"


def is_installed() -> bool:
    """Found without importing it, which takes a second."""
    try:
        return importlib.util.find_spec("llama_cpp") is not None
    except (ImportError, ValueError):
        return False


def next_step() -> str:
    """How to install it here: the set-up of the checkout, or pip of the Python that runs us."""
    if not (line := command()):
        return _("This build of Techne cannot run models; one set up from its source can.")
    return _("Install it with: {line}. It is built here, which takes 5 to 8 minutes.").format(
        line=line
    )


def command() -> str:
    """What to type into a terminal for it; nothing in a build that cannot be added to."""
    if getattr(sys, "frozen", False):
        return ""
    if _BOOTSTRAP.exists():
        return f"{_python()} {_quoted(_BOOTSTRAP)} model"
    return f"{_quoted(Path(sys.executable))} -m pip install llama-cpp-python"


def _python() -> str:
    """As one starts it in a terminal; any Python will do for the set-up."""
    return "py" if sys.platform == "win32" else "python3"


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
