from __future__ import annotations

import ast
import random
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ledgerrag.audit import merkle
from ledgerrag.audit.canonical import dumps
from ledgerrag.audit.export import export
from ledgerrag.audit.memory import MemoryJournal
from ledgerrag.audit.note import SigningKey
from ledgerrag.errors import InputError
from ledgerrag.store.seam import Json
from tests.audit.logs import Log, fill
from tests.audit.mutations import ANY, WHOLE, Mutation, mutated

FILE = Path(__file__).parents[2] / "verifier" / "ledgerrag_verify.py"
sys.path.insert(0, str(FILE.parent))
import ledgerrag_verify as verifier  # noqa: E402

# RFC 8032 section 7.1: public key, message, signature of TEST 1, 2, 3 and SHA(abc).
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
            "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e"
            "458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290"
            "ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ec"
            "fdfbc7c66431e0303dca179c138ac17ad9bef1177331a704"
        ),
    ),
]


class Case:
    """An export on disk with what a verifying person holds: a checkpoint and a public key."""

    def __init__(self, folder: Path, run: str = "") -> None:
        self.log: Log = fill(MemoryJournal(), folder / "outside")
        self.path = folder / "export.jsonl"
        self.checkpoint = folder / "outside" / f"{self.log.store.log_id}.checkpoint"
        self.key = folder / "log.pub"
        self.key.write_text(self.log.key.public.text() + "\n", "utf-8")
        export(self.log.store, self.path, run=run, checkpoints=self.log.notes)
        self.lines = self.path.read_bytes().splitlines(keepends=True)

    def arguments(self) -> list[str]:
        return [str(self.path), "--checkpoint", str(self.checkpoint), "--key", str(self.key)]

    def run(self) -> int:
        return verifier.main(self.arguments())


@pytest.fixture
def case(tmp_path: Path) -> Case:
    return Case(tmp_path)


def started(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", "-S", str(FILE), *arguments],
        check=False,
        capture_output=True,
        text=True,
        env={"LC_ALL": "C"},
    )


def test_it_is_one_file_of_python_3_9_that_imports_only_the_standard_library() -> None:
    tree = ast.parse(FILE.read_text("utf-8"), feature_version=(3, 9))
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    assert names <= set(sys.stdlib_module_names)
    assert "ledgerrag" not in names


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_ed25519_agrees_with_the_vectors_of_rfc_8032(
    key: str, message: str, signature: str
) -> None:
    raw, text, signed = (bytes.fromhex(part) for part in (key, message, signature))
    assert verifier.ed25519_verify(raw, text, signed)
    assert not verifier.ed25519_verify(raw, text + b"x", signed)
    assert not verifier.ed25519_verify(raw[:-1] + b"\xff", text, signed)
    # The same signature with the group's order added to its second half is another encoding.
    order = 2**252 + 27742317777372353535851937790883648493
    second = (int.from_bytes(signed[32:], "little") + order).to_bytes(32, "little")
    assert not verifier.ed25519_verify(raw, text, signed[:32] + second)


def test_ed25519_agrees_with_another_implementation() -> None:
    rng = random.Random(8032)
    for _ in range(8):
        private = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        key, message = private.public_key().public_bytes_raw(), rng.randbytes(rng.randrange(99))
        signature = private.sign(message)
        assert verifier.ed25519_verify(key, message, signature)
        flipped = bytearray(signature)
        flipped[rng.randrange(64)] ^= 1 << rng.randrange(8)
        assert not verifier.ed25519_verify(key, message, bytes(flipped))


@pytest.mark.parametrize("key", [b"", bytes(31), b"\xff" * 32, b"\x02" + bytes(31)])
def test_what_is_no_point_verifies_nothing(key: bytes) -> None:
    assert not verifier.ed25519_verify(key, b"", bytes(64))


def test_its_tree_and_proofs_agree_with_those_of_the_journal() -> None:
    store, tree = MemoryJournal(), verifier.Tree()
    roots = [tree.root()]
    for number in range(40):
        leaf = merkle.leaf_hash(b"%d" % number)
        store.append_entry(b"", leaf, merkle.completed(number, leaf, store.node))
        tree.append(leaf)
        roots.append(tree.root())
        assert roots[-1] == merkle.root(store)
    for size in range(1, 41):
        for at in range(size):
            leaf, proof = store.node(0, at), merkle.inclusion(store, at, size)
            assert verifier.inclusion_root(leaf, at, size, proof) == roots[size]
            assert verifier.inclusion_root(leaf, at, size, [*proof, leaf]) != roots[size]
            assert not proof or verifier.inclusion_root(leaf, at, size, proof[1:]) != roots[size]
        for old in range(1, size + 1):
            links = merkle.consistency(store, old, size)
            both = (roots[old], roots[size])
            assert verifier.consistency_roots(old, size, roots[old], links) == both
            assert verifier.consistency_roots(old, size, roots[old], [*links, leaf]) != both
            assert not links or verifier.consistency_roots(old, size, roots[old], links[1:]) != both


@pytest.mark.parametrize(
    "value",
    [{}, {"a": ['\u00e9\u2028\x7f\x00"\\/', -1, True, {"B": {}, "_": []}]}, {"n": 2**53 - 1}],
)
def test_it_reads_what_the_journal_writes(value: dict[str, Json]) -> None:
    assert verifier.read_json(dumps(value)) == value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"1",
        b'{"a":1,"a":1}',
        b'{"a":1.0}',
        b'{"a":NaN}',
        b'{"a":null}',
        b'{"a":-0}',
        b'{"a":9007199254740992}',
        b'{"a":' + b"9" * 5000 + b"}",
        b'{"\xc3\xa9":1}',
        b'{"a":"\\ud800"}',
        b'{"a": 1}',
        b'{"b":1,"a":1}',
        b'{"a":"\\u0061"}',
        b'{"a":' * 100_000,
        b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a":' + b"[" * 70 + b"]" * 70 + b"}",
        b"\xff",
        b"\xef\xbb\xbf{}",
    ],
)
def test_it_refuses_all_other_json(data: bytes) -> None:
    with pytest.raises(verifier.BadError):
        verifier.read_json(data)


def test_a_log_as_it_was_exported_is_verified(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    assert case.run() == 0
    told = capsys.readouterr().out
    assert "problem" not in told
    assert "note:" not in told
    assert "25 of 25 entries" in told
    assert "1 erased on record" in told
    assert "cover the first 25 of 25" in told
    assert told.splitlines()[-1].startswith("VERIFIED: root ")


@pytest.mark.parametrize("run", ["run-0", "run-1", "run-2"])
def test_a_run_as_it_was_exported_is_verified(
    tmp_path: Path, run: str, capsys: pytest.CaptureFixture[str]
) -> None:
    case = Case(tmp_path, run)
    assert case.run() == 0
    assert "not that it holds all" in capsys.readouterr().out


def test_without_a_checkpoint_or_key_it_says_what_it_cannot_see(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verifier.main([str(case.path)]) == 0
    told = capsys.readouterr().out
    assert "note: no checkpoint from outside" in told
    assert "note: no key was given" in told


@pytest.mark.parametrize("mutation", WHOLE, ids=lambda mutation: mutation.__name__)
def test_every_mutation_of_a_log_is_found(
    case: Case, mutation: Mutation, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(12):
        case.path.write_bytes(mutated(case.lines, mutation, 1000 + seed))
        code = case.run()
        told = capsys.readouterr()
        assert code in (1, 2), seed
        assert ("NOT VERIFIED" in told.out) is (code == 1)
        assert told.err.startswith("unusable: ") is (code == 2)


@pytest.mark.parametrize("mutation", ANY, ids=lambda mutation: mutation.__name__)
def test_every_mutation_of_a_run_is_found(
    tmp_path: Path, mutation: Mutation, capsys: pytest.CaptureFixture[str]
) -> None:
    case = Case(tmp_path, "run-2")
    for seed in range(8):
        case.path.write_bytes(mutated(case.lines, mutation, 2000 + seed))
        assert case.run() in (1, 2), seed
    capsys.readouterr()


def test_a_checkpoint_of_a_longer_log_shows_that_the_end_was_cut_off(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shorter = fill(MemoryJournal(), tmp_path / "shorter", 12)
    export(shorter.store, case.path)
    assert case.run() == 1
    assert "cut off" in capsys.readouterr().out


def test_a_key_of_somebody_else_verifies_nothing(
    case: Case, capsys: pytest.CaptureFixture[str]
) -> None:
    case.key.write_text(SigningKey.generate(case.log.key.name, bytes).public.text(), "utf-8")
    assert case.run() == 1
    assert "not signed by a key given" in capsys.readouterr().out


def test_started_as_a_program_it_verifies(case: Case) -> None:
    done = started(*case.arguments())
    assert (done.returncode, done.stderr) == (0, "")
    assert "VERIFIED: root " in done.stdout


def test_started_as_a_program_it_tells_each_problem_in_a_line(case: Case) -> None:
    case.path.write_bytes(b"".join(case.lines).replace(b"180 days", b"270 days", 1))
    done = started(*case.arguments())
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines()[0].startswith("problem: line ")
    assert "was changed" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[-1] == "NOT VERIFIED: 1 problems"


def test_bad_input_ends_in_one_line_and_never_in_a_traceback(case: Case, tmp_path: Path) -> None:
    odd = tmp_path / "\u00e9.jsonl"
    odd.write_bytes(b"\xff\n")
    for name in (str(tmp_path / "nowhere"), str(tmp_path), str(odd)):
        done = started(name)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("unusable: ")
        assert done.stderr.count("\n") == 1
    case.key.write_bytes(b"\xff\xfe no key")
    done = started(*case.arguments())
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert started().returncode == 2


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\n",
        b"[" * 200_000 + b"\n",
        b'{"a":' * 200_000 + b"\n",
        b'{"entry":' + b"[" * 200_000 + b',"kind":"entry"}\n',
        b'{"entry":{},"kind":"entry"}\n',
        b"x" * 5_000_000 + b"\n",
        b'{"kind":["payload"]}\n',
        b'{"kind":"payload"}\n',
        b'{"kind":"end","checkpoints":2,"entries":25,"payloads":24}',
        b"\x00\n",
    ],
)
def test_bad_lines_are_findings(
    case: Case, line: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in (3, len(case.lines)):
        case.path.write_bytes(b"".join([*case.lines[:place], line, *case.lines[place:]]))
        assert case.run() == 1
        told = capsys.readouterr()
        assert told.err == ""
        assert "problem: line " in told.out
        assert max(map(len, told.out.splitlines())) < 300


def test_a_line_beyond_any_export_is_unusable(
    case: Case, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verifier, "MAX_LINE", 10_000)
    case.path.write_bytes(case.lines[0] + b"x" * 20_000 + b"\n")
    assert case.run() == 2
    assert "has a line over" in capsys.readouterr().err


def test_both_verifiers_agree_on_what_is_no_export(case: Case) -> None:
    from ledgerrag.audit.imported import verify_export

    header = case.lines[0]
    for old, new in (
        (b'"scope":"log"', b'"scope":"all"'),
        (b'"size":25', b'"size":-1'),
        (b'"size":25', b'"size":true'),
        (b"export/1", b"export/2"),
        (b'"kind":"header"', b'"kind":"end"'),
        (b'"log":"', b'"log":7,"x":"'),
    ):
        assert old in header
        case.path.write_bytes(header.replace(old, new) + b"".join(case.lines[1:]))
        assert case.run() == 2
        with pytest.raises(InputError):
            verify_export(case.path)
