from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ledgerrag.api import LedgerRAG
from ledgerrag.service.tenants import Tenants


def tenants(folder: Path, opened: list[str]) -> Tenants:
    def opener(path: Path) -> LedgerRAG:
        opened.append(path.name)
        return LedgerRAG.open(path)

    return Tenants(folder / "s.db", opener)


def test_a_store_is_opened_once_for_all_threads(tmp_path: Path) -> None:
    opened: list[str] = []
    made = tenants(tmp_path, opened)
    with ThreadPoolExecutor(8) as threads:
        found = set(threads.map(lambda _: id(made.get("north")), range(32)))
    assert opened == ["north.db"]
    assert len(found) == 1
    made.close()


def test_each_tenant_has_a_file_and_an_index_of_its_own(tmp_path: Path) -> None:
    made = tenants(tmp_path, [])
    for name in ("main", "north", "south"):
        made.get(name)
    files = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.db")}
    assert files == {"s.db", "s.db.tenants/north.db", "s.db.tenants/south.db"}
    assert (tmp_path / "s.db.tenants" / "north.db.index").is_dir()
    assert made.names() == ("main", "north", "south")
    assert (tmp_path / "s.db.tenants").stat().st_mode & 0o077 == 0
    made.close()


def test_after_the_end_a_store_can_be_opened_by_another(tmp_path: Path) -> None:
    made = tenants(tmp_path, [])
    made.get("north")
    made.close()
    with LedgerRAG.open(tmp_path / "s.db.tenants" / "north.db") as rag:
        assert rag.counts()["documents"] == 0
