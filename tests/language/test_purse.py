from __future__ import annotations

import pytest

from ledgerrag.errors import BudgetError
from ledgerrag.language.purse import Purse


def test_what_is_held_and_what_is_spent_count_against_the_limit() -> None:
    purse = Purse(100)
    purse.hold(60)
    with pytest.raises(BudgetError):
        purse.hold(41)
    purse.hold(40)
    purse.settle(60, 10)
    purse.settle(40, 0)
    purse.hold(90)
    assert purse.spent == 10


def test_without_a_limit_nothing_is_stopped_and_all_is_counted() -> None:
    purse = Purse()
    purse.hold(10**9)
    purse.settle(10**9, 10**9)
    assert purse.spent == 10**9
