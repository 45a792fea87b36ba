"""Backup and restore: a folder that holds every store of a service, checked before it counts.

    FOLDER/backup.json     what is in it: name, sha256, bytes, name of the journal, entries
    FOLDER/main.db         the store
    FOLDER/tenants/N.db    the store of each further tenant

Indexes are not copied: they are made anew from the record.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ledgerrag.api import auditing
from ledgerrag.api.choosing import rebuild
from ledgerrag.errors import InputError, IntegrityError, NotFoundError
from ledgerrag.store import Store
from ledgerrag.store.copying import copy_store

MANIFEST = "backup.json"
FORMAT = "ledgerrag.backup/1"
_BLOCK = 1 << 20

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Copied:
    """One store of a backup.

    Args:
        name: path within the folder.
        sha256: of the file, hex.
        bytes: its size.
        log: name of its journal.
        entries: entries of its journal.
    """

    name: str
    sha256: str
    bytes: int
    log: str
    entries: int


@dataclass(frozen=True, slots=True)
class Backup:
    """What a backup holds."""

    format: str
    files: tuple[Copied, ...]


_BACKUP = TypeAdapter(Backup)


def tenants_folder(store: Path) -> Path:
    """Where the stores of further tenants lie: `FILE.tenants`, beside the store."""
    return store.with_name(f"{store.name}.tenants")


def back_up(store: Path, folder: Path, told: Told = lambda _: None) -> Backup:
    """Copy a store and those of its tenants, while they are in use, into a new folder.

    Each copy is verified, journal and documents, before the folder gets its name.

    Args:
        store: the store of tenant `main`.
        folder: to be made; there must be nothing of that name.
        told: told of each store that is copied.
    Raises:
        InputError: the folder exists, or cannot be made.
        IntegrityError: a journal does not verify; nothing is left behind.
    """
    if folder.exists():
        raise InputError(f"{folder} exists already", "give the backup a folder of its own")
    aside = folder.with_name(f"{folder.name}.partial")
    if aside.exists():
        raise InputError(
            f"{aside} is there already: a backup runs, or one was broken off",
            "wait for it, or remove that folder",
        )
    try:
        aside.mkdir(parents=True)
    except OSError as reason:
        raise InputError(
            f"{folder} cannot be made: {reason.strerror}", "check the path and its permissions"
        ) from None
    try:
        made = Backup(FORMAT, tuple(_each(store, aside, told)))
        text = json.dumps(asdict(made), indent=2) + "\n"
        (aside / MANIFEST).write_text(text, encoding="utf-8")
        aside.rename(folder)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return made


def restore(folder: Path, store: Path, told: Told = lambda _: None) -> Backup:
    """Put the stores of a backup where there are none, and make their indexes.

    Args:
        folder: as `back_up` made it.
        store: the store of tenant `main` that is to be; it must not exist.
        told: told of each store that is restored.
    Raises:
        NotFoundError: there is no backup in the folder.
        InputError: a store or an index stands there already.
        IntegrityError: a file is not as it was written; nothing was restored.
    """
    kept = read_manifest(folder)
    _check_free(store)
    for one in kept.files:
        if _sha256(folder / one.name) != one.sha256:
            raise IntegrityError(
                f"{folder / one.name} is not as it was written", "use another backup"
            )
    for one in kept.files:
        told(one.name)
        place = _place(store, one.name)
        place.parent.mkdir(parents=True, exist_ok=True)
        aside = place.with_name(f".{place.name}.restoring")
        shutil.copyfile(folder / one.name, aside)
        aside.replace(place)
        rebuild(place)
    return kept


def read_manifest(folder: Path) -> Backup:
    """What the folder says that it holds.

    Raises:
        NotFoundError: there is no backup in it.
        IntegrityError: its list cannot be read, or names a file outside.
    """
    path = folder / MANIFEST
    if not path.is_file():
        raise NotFoundError(f"there is no backup in {folder}", f"name the folder of a {MANIFEST}")
    try:
        kept = _BACKUP.validate_json(path.read_bytes())
    except ValidationError:
        raise IntegrityError(f"{path} cannot be read", "use another backup") from None
    names = [Path(one.name) for one in kept.files]
    for name in names:
        if name.is_absolute() or ".." in name.parts or not (folder / name).is_file():
            raise IntegrityError(f"{path} names {name}, which is not in it", "use another backup")
    return kept


def _each(store: Path, aside: Path, told: Told) -> Iterator[Copied]:
    yield _one(store, aside, "main.db", told)
    others = sorted(tenants_folder(store).glob("*.db"))
    if others:
        (aside / "tenants").mkdir()
    for other in others:
        yield _one(other, aside, f"tenants/{other.name}", told)


def _one(path: Path, aside: Path, name: str, told: Told) -> Copied:
    told(name)
    out = aside / name
    copy_store(path, out)
    out.chmod(0o600)
    with Store.open(out, readonly=True, entropy=os.urandom) as copied:
        report = auditing.verify(copied, None, None)
        log, entries = copied.log_id, copied.head()[0]
    if report.problems:
        raise IntegrityError(
            f"the journal of {path} does not verify: {report.problems[0]}",
            "see `ledgerrag audit verify`; restore it from an earlier backup",
        )
    return Copied(name, _sha256(out), out.stat().st_size, log, entries)


def _place(store: Path, name: str) -> Path:
    return store if name == "main.db" else tenants_folder(store) / Path(name).name


def _check_free(store: Path) -> None:
    for place in (store, tenants_folder(store), store.with_name(f"{store.name}.index")):
        if place.exists():
            raise InputError(f"{place} exists already", "restore to another path, or move it away")


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
