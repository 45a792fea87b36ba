"""`dykbench report`: one page and one Markdown file from a run, each figure linked to its items."""

from __future__ import annotations

from ledgerrag.dykbench.reporting.facts import Facts, gather
from ledgerrag.dykbench.reporting.others import calibration, study
from ledgerrag.dykbench.reporting.page import Written, render, write

__all__ = ["Facts", "Written", "calibration", "gather", "render", "study", "write"]
