"""A WordPress of the tests: database, files and server of its own, all below one folder."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2

ROOT = Path(__file__).resolve().parents[3]
PLUGIN = ROOT / "integrations" / "wordpress" / "ledgerrag"
SCRIPTS = Path(__file__).parent / "php"
DEBIAN = Path("/usr/share/wordpress")
PEOPLE = {
    "ana": "editor",
    "ben": "author",
    "cleo": "author",
    "dora": "subscriber",
    "emil": "contributor",
}
_PROGRAMS = ("php", "mariadbd", "mariadb-install-db", "mariadb")
_PATIENCE = 120.0


def lacking() -> str:
    """What is not installed here; empty where all is."""
    found = [name for name in _PROGRAMS if shutil.which(name, path=_path()) is None]
    return ", ".join([*found, *([] if (DEBIAN / "wp-load.php").exists() else ["wordpress"])])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True, slots=True)
class WordPress:
    """A running site.

    Args:
        url: its address.
        root: its files.
        password: of everyone.
        environment: of its PHP.
    """

    url: str
    root: Path
    password: str
    environment: Mapping[str, str]

    def php(self, code: str) -> str:
        """Run code inside WordPress, and give what it prints."""
        script = f"require '{self.root}/wp-load.php';\n{code}"
        return _run(["php", "-r", script], self.environment)

    def settings(self, url: str, token: str, **more: object) -> None:
        """Store the plugin's settings, as the settings page would."""
        stored = {"url": url, "site": "tide", "policy": "block", "watch": True, **more}
        options = f"json_decode({_quoted(json.dumps(stored))}, true)"
        self.php(
            f"update_option('ledgerrag_settings', {options});"
            f"update_option('ledgerrag_secret', array('token' => {_quoted(token)}));"
        )

    def post(self, author: str, title: str, content: str, **fields: str) -> int:
        """Store a post, and give its id."""
        post = {"post_title": title, "post_content": content, "post_status": "draft", **fields}
        return int(
            self.php(
                f"$post = json_decode({_quoted(json.dumps(post))}, true);"
                f"$post['post_author'] = get_user_by('login', {_quoted(author)})->ID;"
                "echo wp_insert_post(wp_slash($post));"
            )
        )

    def status(self, post: int) -> str:
        return self.php(f"echo get_post_status({post});")

    def content(self, post: int) -> str:
        return self.php(f"echo get_post({post})->post_content;")

    def complaints(self) -> list[str]:
        """What PHP complained of in the plugin, since the start."""
        log = Path(self.environment["NEWSROOM_LOG"])
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        return [line for line in lines if "plugins/ledgerrag" in line]


class Person:
    """Someone who is logged in.

    Args:
        site: where.
        login: who; nobody where empty.
    """

    def __init__(self, site: WordPress, login: str = "") -> None:
        self.site = site
        self.client = httpx2.Client(base_url=site.url, timeout=60, trust_env=False)
        self.nonce = ""
        if login:
            self.client.cookies.set("wordpress_test_cookie", "WP%20Cookie%20check")
            form = {"log": login, "pwd": site.password, "testcookie": "1"}
            answer = self.client.post("/wp-login.php", data=form)
            assert answer.status_code == 302, answer.text[:500]
            self.nonce = self.client.get("/wp-admin/admin-ajax.php?action=rest-nonce").text

    def rest(
        self,
        method: str,
        route: str,
        body: Any = None,
        *,
        nonce: str | None = None,
        query: Mapping[str, str] | None = None,
    ) -> httpx2.Response:
        """Ask WordPress's REST API; without a nonce where it is empty."""
        given = self.nonce if nonce is None else nonce
        return self.client.request(
            method,
            "/index.php",
            params={"rest_route": route, **(query or {})},
            headers={"X-WP-Nonce": given} if given else {},
            json=body,
        )

    def close(self) -> None:
        self.client.close()


People = Callable[[str], Person]


@contextmanager
def running() -> Iterator[WordPress]:
    """A site with the plugin switched on, for as long as the block lasts."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="newsroom-")))
        folder.chmod(0o711)
        socket_path = stack.enter_context(_database(folder / "db"))
        root = folder / "www"
        _copy(root)
        port = free_port()
        environment = {
            "PATH": _path(),
            "NEWSROOM_SOCKET": str(socket_path),
            "NEWSROOM_SALT": secrets.token_hex(16),
            "NEWSROOM_URL": f"http://127.0.0.1:{port}",
            "NEWSROOM_ROOT": str(root),
            "NEWSROOM_LOG": str(folder / "debug.log"),
            "PHP_CLI_SERVER_WORKERS": "6",
        }
        password = secrets.token_urlsafe(12)
        wanted = json.dumps({"password": password, "people": PEOPLE})
        _run(["php", str(SCRIPTS / "setup.php")], environment, wanted)
        stack.enter_context(_server(root, port, environment, folder))
        yield WordPress(environment["NEWSROOM_URL"], root, password, environment)


def _copy(root: Path) -> None:
    def unwanted(folder: str, names: list[str]) -> set[str]:
        return {"languages"} if folder == str(DEBIAN / "wp-content") else set()

    # Links of the package lead out of it: the copy follows them.
    shutil.copytree(DEBIAN, root, ignore=unwanted)
    shutil.copytree(PLUGIN, root / "wp-content" / "plugins" / "ledgerrag")
    shutil.copyfile(SCRIPTS / "wp-config.php", root / "wp-config.php")


@contextmanager
def _database(data: Path) -> Iterator[Path]:
    """A MariaDB behind a socket; its owner is never root."""
    data.mkdir()
    as_user = []
    if os.geteuid() == 0:
        shutil.chown(data, "mysql")
        as_user = ["--user=mysql"]
    _run(
        [
            "mariadb-install-db",
            "--no-defaults",
            *as_user,
            f"--datadir={data}",
            "--auth-root-authentication-method=normal",
            "--skip-test-db",
        ],
        {"PATH": _path()},
    )
    path = data / "s"
    command = [
        "mariadbd",
        "--no-defaults",
        *as_user,
        f"--datadir={data}",
        f"--socket={path}",
        f"--pid-file={data / 'pid'}",
        "--skip-networking",
        "--performance-schema=OFF",
        "--innodb-buffer-pool-size=32M",
        "--innodb-flush-log-at-trx-commit=0",
    ]
    with _process(command, {"PATH": _path()}, data.parent / "mariadb.log"):
        make = ["mariadb", "--no-defaults", f"--socket={path}", "-uroot"]
        _until(lambda: _succeeds([*make, "-e", "SELECT 1"]), data.parent / "mariadb.log")
        _run([*make, "-e", "CREATE DATABASE wordpress CHARACTER SET utf8mb4"], {"PATH": _path()})
        yield path


@contextmanager
def _server(root: Path, port: int, environment: Mapping[str, str], folder: Path) -> Iterator[None]:
    command = ["php", "-S", f"127.0.0.1:{port}", "-t", str(root), str(SCRIPTS / "router.php")]
    log = folder / "php.log"
    with _process(command, environment, log):

        def answers() -> bool:
            try:
                with httpx2.Client(trust_env=False, timeout=30) as client:
                    return client.get(f"http://127.0.0.1:{port}/readme.html").status_code == 200
            except httpx2.HTTPError:
                return False

        _until(answers, log)
        yield


@contextmanager
def _process(command: list[str], environment: Mapping[str, str], log: Path) -> Iterator[None]:
    """A process with those that it starts, ended together."""
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, env=dict(environment), stdout=out, stderr=out, start_new_session=True
        )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _until(ready: Callable[[], bool], log: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while not ready():
        if time.monotonic() > end:
            raise AssertionError(f"did not start: {log.read_text('utf-8')[-2000:]}")
        time.sleep(0.1)


def _succeeds(command: list[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _run(command: list[str], environment: Mapping[str, str], text: str = "") -> str:
    done = subprocess.run(
        command, env=dict(environment), input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command[0]}: {done.stdout[-1000:]} {done.stderr[-1000:]}"
    return done.stdout


def _quoted(text: str) -> str:
    """A string of PHP."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _path() -> str:
    return os.environ.get("PATH", "") + ":/usr/sbin:/usr/bin:/bin"
