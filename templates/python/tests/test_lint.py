"""What a project whose linter has not heard of us says of a package in its checkout."""

from __future__ import annotations

import subprocess
import sys

import pytest

from .generated import GOLDENS
from .goldens import NAMES


@pytest.mark.parametrize("folder", ["flow", *NAMES])
def test_ruff_without_settings_finds_nothing(folder: str) -> None:
    path = GOLDENS / (f"{NAMES[0]}/flow" if folder == "flow" else folder)
    checked = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", f"{path}/"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
