"""`python -m ledgerrag` is `ledgerrag`."""

import sys

from ledgerrag.cli import main

if __name__ == "__main__":
    sys.exit(main())
