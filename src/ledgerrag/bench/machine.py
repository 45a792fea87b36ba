"""What a figure was measured on, and how much memory and disk it took."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final

import apsw

from ledgerrag.version import __version__

_STATUS: Final = Path("/proc/self/status")
_MEMORY: Final = Path("/proc/meminfo")
_CPU: Final = Path("/proc/cpuinfo")
MB: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine and the versions that matter.

    Args:
        system: operating system and architecture.
        processor: its name; empty where the system does not say.
        cores: cores that this process may use.
        memory_mib: memory of the machine; 0 where the system does not say.
        load: processes that wanted a core in the last minute, before the measurement; above
            `cores` the figures are those of a busy machine.
        versions: of Python, of this package and of the engines.
    """

    system: str
    processor: str
    cores: int
    memory_mib: int
    load: float
    versions: dict[str, str]

    @property
    def line(self) -> str:
        """The machine on one line."""
        memory = f", {self.memory_mib / 1024:.0f} GiB" if self.memory_mib else ""
        name = f"{self.processor}, " if self.processor else ""
        return f"{name}{self.cores} cores{memory}, {self.system}, load {self.load:.1f}"

    @property
    def versions_line(self) -> str:
        """The versions on one line."""
        return ", ".join(f"{name} {number}" for name, number in self.versions.items())


def machine() -> Machine:
    """The machine that this process runs on."""
    return Machine(
        system=f"{platform.system()} {platform.machine()}",
        processor=_field(_CPU, "model name"),
        cores=_cores(),
        memory_mib=_kib(_field(_MEMORY, "MemTotal")) // 1024,
        load=round(os.getloadavg()[0], 2),
        versions={
            "python": platform.python_version(),
            "ledgerrag": __version__,
            "apsw": apsw.apsw_version(),
            "sqlite": apsw.sqlite_lib_version(),
            "tantivy": version("tantivy"),
            "numpy": version("numpy"),
        },
    )


def forget_peak() -> None:
    """Let the peak of memory begin anew, where the system can (Linux)."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def peak_memory_mb() -> float:
    """Megabytes: most that was resident since start or `forget_peak`, mapped files included."""
    kib = _kib(_field(_STATUS, "VmHWM"))
    if kib:
        return kib * 1024 / MB
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024) / MB


def resident_mb(kind: str = "VmRSS") -> float:
    """Megabytes resident now; `RssAnon` without mapped files; 0 where the system does not say."""
    return _kib(_field(_STATUS, kind)) * 1024 / MB


def resident_of(process: int) -> float:
    """Megabytes that a process has resident now; 0 where the system does not say.

    Args:
        process: its id.
    """
    return _kib(_field(Path(f"/proc/{process}/status"), "VmRSS")) * 1024 / MB


def size_mb(*paths: Path) -> float:
    """Megabytes of files and folders on disk."""
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*"))]
    return sum(file.stat().st_size for file in files if file.is_file()) / MB


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _field(path: Path, name: str) -> str:
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError:
        return ""
    for line in lines:
        key, colon, value = line.partition(":")
        if colon and key.strip() == name:
            return " ".join(value.split())
    return ""


def _kib(text: str) -> int:
    number = text.partition(" ")[0]
    return int(number) if number.isdigit() else 0
