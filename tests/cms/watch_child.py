"""A watcher that is killed: `watch_child.py FOLDER DAY`. It looks again and again."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from tests.cms.watched import Newsroom


def main() -> None:
    # Each life is another process: with the same bytes it would name its runs as the one before.
    newsroom = Newsroom(Path(sys.argv[1]), os.urandom)
    newsroom.day = sys.argv[2]
    # The killer counts from here: how long a busy machine takes to get here is no part of a life.
    os.write(1, b"up\n")
    while True:
        newsroom.look()
        os.write(1, b"idle\n")
        time.sleep(0.02)


main()
