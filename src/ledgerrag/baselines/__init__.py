"""The systems that LedgerRAG is compared with, each its idea in one file (paper section 6.1).

All share the decomposition, the retriever and its slice, the judge, the generator, the length of a
list and the budget (`desk`, `answering`); each decides what to look for and whom to believe. Which
there are is data: `systems.toml`. A system of one's own is a class with a name, a title and
`answer` (`seam.System`), in any file: `submitted` loads it.
"""

from ledgerrag.baselines.registry import Entry, PaperFigures, entries, entry, names, systems
from ledgerrag.baselines.seam import Asked, System
from ledgerrag.baselines.submitted import Roster, Submitted, roster

__all__ = [
    "Asked",
    "Entry",
    "PaperFigures",
    "Roster",
    "Submitted",
    "System",
    "entries",
    "entry",
    "names",
    "roster",
    "systems",
]
