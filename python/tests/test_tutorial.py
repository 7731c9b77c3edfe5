from __future__ import annotations

from pathlib import Path

import nbformat
from nbclient import NotebookClient

TUTORIAL = Path(__file__).parents[1] / "tutorial" / "puck.ipynb"


def test_the_tutorial_runs_and_answers_its_question() -> None:
    notebook = nbformat.read(TUTORIAL, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": "."}}).execute()
    printed = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    texts = "".join(output.get("text", "") for output in printed)
    assert "changes the error on unseen rides" in texts
    assert "--set position.constantVelocity.processNoise=" in texts
    pictures = [output for output in printed if "image/png" in output.get("data", {})]
    assert len(pictures) == 2
    assert any("<svg" in output.get("data", {}).get("text/html", "") for output in printed)


def test_the_tutorial_is_kept_without_its_results() -> None:
    notebook = nbformat.read(TUTORIAL, as_version=4)
    assert all(not cell.get("outputs") and cell.get("execution_count") is None for cell in notebook.cells)
