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
from io import TextIOWrapper

import typer

from ledgerrag.cli.app import app
from ledgerrag.cli.inert import inert
from ledgerrag.errors import LedgerRAGError

__all__ = ["main"]

_INTERRUPTED = 130


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
    try:
        code = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
    except BrokenPipeError:
        return _closed_early()
    if code == _INTERRUPTED:
        _say("interrupted; what was acknowledged is kept, run the command again to go on")
    return code


def _run(argv: list[str]) -> int:
    try:
        code = app(argv, prog_name="ledgerrag", standalone_mode=False)
    except LedgerRAGError as error:
        return _say(str(error), error.exit_code)
    except typer.TyperException as error:
        return _say(f"{error.format_message().rstrip('.')}; see --help", 2)
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except BrokenPipeError:
        raise
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        return _say(f"{name}{(error.strerror or str(error)).lower()}; check path and rights", 4)
    except Exception as error:  # noqa: BLE001 - a fault of ours is told in one line, too
        return _fault(error)
    return code if isinstance(code, int) else 0


def _fault(error: Exception) -> int:
    if os.environ.get("LEDGERRAG_DEBUG"):
        traceback.print_exception(error)
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return _say(f"a fault in ledgerrag: {reason}; set LEDGERRAG_DEBUG=1 and report the trace", 70)


def _say(line: str, code: int = 0) -> int:
    sys.stderr.write(f"ledgerrag: {inert(line)}\n")
    return code


def _closed_early() -> int:
    # The reader of our output (head, a pager) has gone; Python must not write to it once more.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
