from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ledgerrag.errors import InputError
from ledgerrag.service.hooks import Address, HttpHook, check, public

LOOPBACK_ONLY = pytest.mark.allow_hosts(["127.0.0.1"])


class Receiver(BaseHTTPRequestHandler):
    """Keeps what it is sent; answers with the status that its path names."""

    got: list[tuple[str, dict[str, str], bytes]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.append((self.path, dict(self.headers), body))
        self.send_response(int(self.path.strip("/")))
        self.send_header("Location", "/200")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def receiver() -> Iterator[HTTPServer]:
    kind = type("Fresh", (Receiver,), {"got": []})
    server = HTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def to(*addresses: str) -> Any:
    found: tuple[Address, ...] = tuple(ip_address(one) for one in addresses)
    return lambda *_: found


@pytest.mark.enable_socket
@LOOPBACK_ONLY
def test_a_letter_arrives_as_it_was_sent(receiver: HTTPServer) -> None:
    hook = HttpHook(private=True, resolve=to("127.0.0.1"))
    url = f"http://newsroom.example:{receiver.server_port}/204"
    assert hook.post(url, b"body", {"LedgerRAG-Event": "w-1"}) == (True, "204")
    ((path, headers, body),) = receiver.RequestHandlerClass.got  # type: ignore[attr-defined]
    assert (path, body, headers["LedgerRAG-Event"]) == ("/204", b"body", "w-1")
    assert headers["Host"] == f"newsroom.example:{receiver.server_port}"


@pytest.mark.enable_socket
@LOOPBACK_ONLY
@pytest.mark.parametrize("status", [302, 404, 503])
def test_what_is_no_success_was_not_taken_and_no_redirect_is_followed(
    receiver: HTTPServer, status: int
) -> None:
    hook = HttpHook(private=True, resolve=to("127.0.0.1"))
    url = f"http://newsroom.example:{receiver.server_port}/{status}"
    assert hook.post(url, b"", {}) == (False, str(status))
    assert len(receiver.RequestHandlerClass.got) == 1  # type: ignore[attr-defined]


def certificate(folder: Path, name: str) -> Path:
    """A certificate of a name, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    kind = serialization.PrivateFormat.PKCS8
    written = key.private_bytes(serialization.Encoding.PEM, kind, serialization.NoEncryption())
    path = folder / "both.pem"
    path.write_bytes(written + made.public_bytes(serialization.Encoding.PEM))
    return path


@pytest.mark.enable_socket
@LOOPBACK_ONLY
def test_it_is_the_name_whose_certificate_counts_though_its_address_is_called(
    receiver: HTTPServer, tmp_path: Path
) -> None:
    both = certificate(tmp_path, "newsroom.example")
    served = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    served.load_cert_chain(both)
    receiver.socket = served.wrap_socket(receiver.socket, server_side=True)
    trust = ssl.create_default_context(cafile=str(both))
    hook = HttpHook(private=True, resolve=to("127.0.0.1"), trust=trust)
    port = receiver.server_port
    assert hook.post(f"https://newsroom.example:{port}/200", b"", {}) == (True, "200")
    taken, detail = hook.post(f"https://another.example:{port}/200", b"", {})
    assert not taken
    assert "another.example" in detail
    untrusting = HttpHook(private=True, resolve=to("127.0.0.1"))
    assert not untrusting.post(f"https://newsroom.example:{port}/200", b"", {})[0]


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("93.184.216.34", "10.0.0.1"), ("::1",)])
def test_a_name_that_leads_to_this_network_is_not_called(addresses: tuple[str, ...]) -> None:
    hook = HttpHook(resolve=to(*addresses))
    taken, detail = hook.post("https://newsroom.example/hook", b"", {})
    assert not taken
    assert "not public" in detail


def test_a_name_without_an_address_and_a_broken_one_are_told_in_one_line() -> None:
    def nowhere(host: str, port: int) -> tuple[Address, ...]:
        raise OSError("no such host")

    assert HttpHook(resolve=nowhere).post("https://a.example/", b"", {}) == (
        False,
        "OSError: no such host",
    )
    assert HttpHook(resolve=to()).post("https://a.example/", b"", {})[0] is False
    assert HttpHook(resolve=to()).post("https://[::1/", b"", {})[0] is False


@pytest.mark.enable_socket
@LOOPBACK_ONLY
def test_a_port_where_nobody_listens_is_told_in_one_line(receiver: HTTPServer) -> None:
    port = receiver.server_port
    receiver.server_close()
    hook = HttpHook(private=True, resolve=to("127.0.0.1"), seconds=2)
    taken, detail = hook.post(f"http://a.example:{port}/200", b"", {})
    assert not taken
    assert "\n" not in detail


@pytest.mark.parametrize(
    ("address", "open_net"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104 - an address that must be refused
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1", False),
        ("fc00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_what_lies_on_this_machine_or_its_network_is_not_public(
    address: str, open_net: bool
) -> None:
    assert public(ip_address(address)) is open_net


def test_private_addresses_and_plain_http_are_allowed_where_the_operator_says_so() -> None:
    for url in ("http://127.0.0.1:8000/hook", "https://10.0.0.1/", "http://cms.internal/"):
        assert check(url, private=True) == url
        with pytest.raises(InputError):
            check(url, private=False)


def test_the_address_is_not_told_back_with_what_may_be_secret_in_it() -> None:
    with pytest.raises(InputError) as refused:
        check("https://user:hunter2@newsroom.example/", private=False)
    assert "hunter2" not in str(refused.value)
