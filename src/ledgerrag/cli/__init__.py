"""The command line: `ledgerrag ask "How long is the reporting period?" --as-of 2026-08-01`.

Whatever goes wrong is one line on standard error with the next step, and an exit code:

    0  done                               4  the store cannot be opened or written
    1  done, with something to look at    5  journal, export or quote does not verify
       (each command's --help says what)  6  a model failed
    2  input that cannot be used          7  an optional part is missing
    3  not found                          130  interrupted
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from io import TextIOWrapper

import typer

from ledgerrag.cli.app import app
from ledgerrag.cli.inert import inert
from ledgerrag.errors import LedgerRAGError

__all__ = ["main"]

_INTERRUPTED = 130
_READER_GONE = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: its arguments; those of the process where None.
    Returns:
        the exit code.
    """
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets its number, not a failure.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code = _run(sys.argv[1:] if argv is None else list(argv))
    try:
        sys.stdout.flush()
    except OSError as error:
        return _output_lost(error)
    if code == _INTERRUPTED:
        _say("interrupted; what was acknowledged is kept, run the command again to go on")
    return code


def _run(argv: list[str]) -> int:
    try:
        code = app(argv, prog_name="ledgerrag", standalone_mode=False)
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except SystemExit:
        # Only rich and typer raise it: the reader of our output has gone.
        return _output_lost(BrokenPipeError())
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told in one line
        return _say(*_told(error))
    return code if isinstance(code, int) else 0


def _told(error: Exception) -> tuple[str, int]:
    if isinstance(error, LedgerRAGError):
        return str(error), error.exit_code
    if isinstance(error, typer.TyperException):
        return f"{error.format_message().rstrip('.')}; see --help", 2
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        return f"{name}{(error.strerror or str(error)).lower()}; check path and rights", 4
    if os.environ.get("LEDGERRAG_DEBUG"):
        traceback.print_exception(error)
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"a fault in ledgerrag: {reason}; set LEDGERRAG_DEBUG=1 and report the trace", 70


def _say(line: str, code: int = 0) -> int:
    sys.stderr.write(f"ledgerrag: {inert(line)}\n")
    return code


def _output_lost(error: OSError) -> int:
    # Python would try to write what is left once more when it ends, and complain.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return _READER_GONE
    return _say(f"the output cannot be written: {error.strerror}; make room or redirect it", 4)
