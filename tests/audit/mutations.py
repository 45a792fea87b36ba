"""Changes to an export, drawn at random: what a forger or a bad disk could do to the file."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Callable

from ledgerrag.audit.canonical import dumps, loads
from ledgerrag.audit.merkle import Frontier, leaf_hash
from ledgerrag.store.seam import JsonMap

Mutation = Callable[[list[bytes], random.Random], list[bytes]]


def _fields(line: bytes) -> JsonMap:
    value = loads(line[:-1])
    assert isinstance(value, dict)
    return value


def _of_kind(lines: list[bytes], kind: str) -> list[int]:
    return [at for at, line in enumerate(lines) if _fields(line)["kind"] == kind]


def edit_bit(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    line = bytearray(lines[at])
    line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
    return [*lines[:at], bytes(line), *lines[at + 1 :]]


def edit_byte(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    place = rng.randrange(len(lines[at]))
    old = lines[at][place]
    new = rng.choice([byte for byte in b'0123456789abcdef"{}[],: \n\\AZ\x00\xff' if byte != old])
    line = lines[at][:place] + bytes([new]) + lines[at][place + 1 :]
    return [*lines[:at], line, *lines[at + 1 :]]


def drop_byte(lines: list[bytes], rng: random.Random) -> list[bytes]:
    whole = b"".join(lines)
    place = rng.randrange(len(whole))
    return [whole[:place] + whole[place + 1 :]]


def insert_byte(lines: list[bytes], rng: random.Random) -> list[bytes]:
    whole = b"".join(lines)
    place = rng.randrange(len(whole) + 1)
    return [whole[:place] + bytes([rng.randrange(256)]) + whole[place:]]


def delete_line(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    return lines[:at] + lines[at + 1 :]


def delete_entry_whole(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """An entry with its payloads, the counts at the end set right again."""
    at = rng.choice(_of_kind(lines, "entry"))
    end = at + 1
    while _fields(lines[end])["kind"] == "payload":
        end += 1
    return recounted(lines[:at] + lines[end:])


def delete_payload(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.choice(_of_kind(lines, "payload"))
    return recounted(lines[:at] + lines[at + 1 :])


def duplicate_line(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at, to = rng.randrange(len(lines)), rng.randrange(len(lines))
    return recounted([*lines[:to], lines[at], *lines[to:]])


def insert_line(lines: list[bytes], rng: random.Random) -> list[bytes]:
    new = rng.choice([b"\n", b"{}\n", b"[]\n", b"null\n", b'{"kind":"remark"}\n', b"\xff\n"])
    at = rng.randrange(len(lines) + 1)
    return [*lines[:at], new, *lines[at:]]


def swap_lines(lines: list[bytes], rng: random.Random) -> list[bytes]:
    first, second = sorted(rng.sample(range(len(lines)), 2))
    return [
        *lines[:first],
        lines[second],
        *lines[first + 1 : second],
        lines[first],
        *lines[second + 1 :],
    ]


def truncate_lines(lines: list[bytes], rng: random.Random) -> list[bytes]:
    return lines[: rng.randrange(len(lines))]


def truncate_bytes(lines: list[bytes], rng: random.Random) -> list[bytes]:
    whole = b"".join(lines)
    return [whole[: rng.randrange(len(whole))]]


def swap_payloads(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """The bodies and salts of two payloads that differ."""
    first, second = rng.sample(_of_kind(lines, "payload"), 2)
    one, two = _fields(lines[first]), _fields(lines[second])
    for name in ("body", "salt", "encoding"):
        one[name], two[name] = two[name], one[name]
    changed = list(lines)
    changed[first], changed[second] = dumps(one) + b"\n", dumps(two) + b"\n"
    return changed


def edit_payload(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.choice(_of_kind(lines, "payload"))
    fields = _fields(lines[at])
    if fields["encoding"] == "utf8":
        fields["body"] = str(fields["body"]) + rng.choice("abc")
    else:
        raw = base64.b64decode(str(fields["body"])) + b"\xff"
        fields["body"] = base64.b64encode(raw).decode()
    return [*lines[:at], dumps(fields) + b"\n", *lines[at + 1 :]]


def rewrite_payload_encoding(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """The same body, written the other way."""
    at = rng.choice([at for at in _of_kind(lines, "payload") if b'"utf8"' in lines[at]])
    fields = _fields(lines[at])
    fields["body"] = base64.b64encode(str(fields["body"]).encode()).decode()
    fields["encoding"] = "base64"
    return [*lines[:at], dumps(fields) + b"\n", *lines[at + 1 :]]


def duplicate_key(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.randrange(len(lines))
    name, value = rng.choice(list(_fields(lines[at]).items()))
    extra = b'{"' + name.encode() + b'":' + dumps(value) + b","
    return [*lines[:at], extra + lines[at][1:], *lines[at + 1 :]]


def duplicate_key_in_entry(lines: list[bytes], rng: random.Random) -> list[bytes]:
    at = rng.choice(_of_kind(lines, "entry"))
    line = lines[at].replace(b'"step":', b'"step":99,"step":', 1)
    return [*lines[:at], line, *lines[at + 1 :]]


def reserialise(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """The same value with other blanks, escapes or order of keys."""
    at = rng.randrange(len(lines))
    value = _fields(lines[at])
    line = rng.choice(
        [
            json.dumps(value, sort_keys=True).encode(),
            json.dumps(dict(sorted(value.items(), reverse=True)), separators=(",", ":")).encode(),
            lines[at][:-1].replace(b"e", b"\\u0065", 1),
            lines[at][:-1] + b" ",
            lines[at][:-1] + b"\r",
        ]
    )
    return [*lines[:at], line + b"\n", *lines[at + 1 :]]


def edit_value(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """A field of any line set to another value of the same type, or to another type."""
    at = rng.randrange(len(lines))
    fields = _fields(lines[at])
    inner = fields["entry"] if "entry" in fields and rng.random() < 0.8 else fields
    assert isinstance(inner, dict)
    name = rng.choice(sorted(inner))
    old = inner[name]
    others: list[object] = ["x", 7, True, False, [], {}, "0" * 64, 0, 1, -1, str(old) + "0", ""]
    inner[name] = rng.choice([new for new in others if dumps(new) != dumps(old)])  # type: ignore[arg-type, assignment]
    return [*lines[:at], dumps(fields) + b"\n", *lines[at + 1 :]]


def recounted(lines: list[bytes]) -> list[bytes]:
    """The last line says how many lines there are, as a careful forger would see to."""
    kinds = [_fields(line)["kind"] for line in lines]
    if kinds[-1] != "end":
        return lines
    end: JsonMap = {"kind": "end", "checkpoints": kinds.count("checkpoint")}
    end |= {"entries": kinds.count("entry"), "payloads": kinds.count("payload")}
    return [*lines[:-1], dumps(end) + b"\n"]


def rechained(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """An entry is changed, dropped or added and every hash after it computed anew, header too."""
    entries = _of_kind(lines, "entry")
    at = rng.choice(entries)
    changed = list(lines)
    act = rng.choice(["edit", "drop", "repeat", "time"])
    if act == "drop":
        end = at + 1
        while _fields(lines[end])["kind"] == "payload":
            end += 1
        del changed[at:end]
    elif act == "repeat":
        changed.insert(at, lines[entries[0]])
    else:
        entry = _fields(lines[at])["entry"]
        assert isinstance(entry, dict)
        part = entry["det" if act == "edit" else "obs"]
        assert isinstance(part, dict)
        part["at"] = "forged"
        changed[at] = b'{"entry":' + dumps(entry) + b',"kind":"entry"}\n'
    return recounted(_hashed_anew(changed))


def _hashed_anew(lines: list[bytes]) -> list[bytes]:
    frontier, prev, changed = Frontier(), bytes(32), []
    for line in lines:
        fields = _fields(line)
        if fields["kind"] == "entry":
            entry = fields["entry"]
            assert isinstance(entry, dict)
            entry["seq"], entry["prev"] = frontier.size, prev.hex()
            body = dumps(entry)
            prev = leaf_hash(body)
            frontier.append(prev)
            changed.append(b'{"entry":' + body + b',"kind":"entry"}\n')
        elif fields["kind"] == "payload":
            fields["seq"] = frontier.size - 1
            changed.append(dumps(fields) + b"\n")
        else:
            changed.append(line)
    header = _fields(changed[0])
    header |= {"size": frontier.size, "root": frontier.root().hex(), "head": prev.hex()}
    return [dumps(header) + b"\n", *changed[1:]]


def rechained_without_checkpoints(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """As before, and the checkpoints inside are taken out as well."""
    kept = [line for line in rechained(lines, rng) if _fields(line)["kind"] != "checkpoint"]
    return recounted(kept)


def cut_and_rechained(lines: list[bytes], rng: random.Random) -> list[bytes]:
    """The end is cut off and header and counts are made to fit."""
    at = rng.choice(_of_kind(lines, "entry")[1:])
    kept = [line for line in lines[:at] if _fields(line)["kind"] != "checkpoint"]
    return recounted(_hashed_anew([*kept, lines[-1]]))


ANY: tuple[Mutation, ...] = (
    edit_bit,
    edit_byte,
    drop_byte,
    insert_byte,
    delete_line,
    delete_payload,
    duplicate_line,
    insert_line,
    swap_lines,
    truncate_lines,
    truncate_bytes,
    swap_payloads,
    edit_payload,
    rewrite_payload_encoding,
    duplicate_key,
    duplicate_key_in_entry,
    reserialise,
    edit_value,
)
WHOLE: tuple[Mutation, ...] = (
    *ANY,
    delete_entry_whole,
    rechained,
    rechained_without_checkpoints,
    cut_and_rechained,
)


def mutated(lines: list[bytes], mutation: Mutation, seed: int) -> bytes:
    """The file after a mutation; always other bytes than before."""
    rng = random.Random(f"{mutation.__name__}/{seed}")
    whole = b"".join(lines)
    for _ in range(100):
        changed = b"".join(mutation(list(lines), rng))
        if changed != whole:
            return changed
    raise AssertionError(f"{mutation.__name__} changes nothing")
