"""Set up the example newsroom, and run its service and its site together until Ctrl-C."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
PLUGIN = HERE.parent.parent / "integrations" / "wagtail" / "src"
SITE = "varrow-post"
HOST = "127.0.0.1"
READY_SECONDS = 120
ENDING_SECONDS = 10


class NewsroomError(Exception):
    """What keeps the newsroom from running, in a line for who started it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; the exit code is 0 unless something was in the way."""
    given = _arguments(argv)
    try:
        match given.do:
            case "password":
                _new_password(given.state)
            case "deliver":
                _deliver(given.state, given.service_port, given.files)
            case _:
                service_port = free(given.service_port, "--service-port")
                site_port = free(given.site_port, "--site-port")
                password = set_up(given.state, site_port)
                _run(given.state, service_port, site_port, password)
    except NewsroomError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.")
    return 0


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("do", nargs="?", default="run", choices=["run", "password", "deliver"])
    parser.add_argument("files", nargs="*", type=Path, help="what `deliver` sends (.jsonl)")
    parser.add_argument("--state", type=Path, default=HERE / "state", help="all that is made")
    parser.add_argument("--service-port", type=int, default=8500)
    parser.add_argument("--site-port", type=int, default=8501)
    return parser.parse_args(argv)


def free(port: int, option: str) -> int:
    """The port, or a free one where 0 asks for any."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            return int(probe.getsockname()[1])
        except OSError:
            raise NewsroomError(
                f"Port {port} is in use; choose another with {option} "
                f'(make newsroom NEWSROOM="{option} {port + 100}")'
            ) from None


# ----------------------------------------------------------------- set-up


def set_up(state: Path, port: int) -> str:
    """Make store, tokens and site in a folder that gets its name when all is there.

    Returns:
        The password of the administrator, or nothing where all was there already.
    """
    if state.exists():
        return ""
    print("Setting up the newsroom; this takes a minute.", flush=True)
    part = state.with_name(state.name + ".part")
    if part.exists():  # an earlier set-up that was stopped
        shutil.rmtree(part)
    part.mkdir(mode=0o700, parents=True)
    store = part / "store.db"
    corpus = HERE / "corpus"
    _ledgerrag("ingest", corpus / "record", "--sources", corpus / "sources.toml", "--store", store)
    _keep(part / "token", _token(store, "wagtail", "read", "draft", "watch"))
    _keep(part / "archive-token", _token(store, "archive", "read", "ingest"))
    _keep(part / "secret", secrets.token_urlsafe(50))
    password = secrets.token_urlsafe(9)
    _manage(part, "migrate", "--verbosity", "0")
    seed = ("seed", str(HERE / "stories.toml"), "--port", str(port))
    _manage(part, *seed, extra={"NEWSROOM_PASSWORD": password})
    part.rename(state)
    return password


def _token(store: Path, label: str, *scopes: str) -> str:
    wanted = [word for scope in scopes for word in ("--scope", scope)]
    return _ledgerrag(
        "token", "create", "--store", store, "--site", SITE, "--label", label, *wanted
    ).strip()


def _keep(path: Path, secret: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(secret)


def _new_password(state: Path) -> None:
    _must_be(state)
    password = secrets.token_urlsafe(9)
    _manage(state, "newpassword", extra={"NEWSROOM_PASSWORD": password})
    print(f"Name      editor\nPassword  {password}")


def _must_be(state: Path) -> None:
    if not state.exists():
        raise NewsroomError(f"There is no newsroom in {state}; `make newsroom` sets one up")


def _ledgerrag(*words: object) -> str:
    return _called([sys.executable, "-m", "ledgerrag", *map(str, words)], dict(os.environ))


def _manage(state: Path, *words: str, extra: Mapping[str, str] | None = None) -> None:
    command = [sys.executable, str(HERE / "manage.py"), *words]
    _called(command, {**_environment(state, 0, 0), **(extra or {})})


def _called(command: Sequence[str], environment: Mapping[str, str]) -> str:
    ended = subprocess.run(  # noqa: S603  our own commands
        command, env=environment, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        told = (ended.stderr or ended.stdout).strip() or f"exit code {ended.returncode}"
        raise NewsroomError(f"{' '.join(command[1:4])} failed: {told}")
    return ended.stdout


def _environment(state: Path, service_port: int, site_port: int) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(PLUGIN), os.environ.get("PYTHONPATH", "")]),
        # Another project's, where one is set in the shell, is not meant.
        "DJANGO_SETTINGS_MODULE": "newsroom.settings",
        "NEWSROOM_STATE": str(state),
        "NEWSROOM_SECRET": (state / "secret").read_text("utf-8"),
        "NEWSROOM_PORT": str(site_port),
        "LEDGERRAG_URL": f"http://{HOST}:{service_port}",
        "LEDGERRAG_TOKEN": (state / "token").read_text("utf-8"),
        "LEDGERRAG_SITE": SITE,
    }


# ----------------------------------------------------------------- running


def _run(state: Path, service_port: int, site_port: int, password: str) -> None:
    signal.signal(signal.SIGTERM, _as_interrupt)
    with running(state, service_port, site_port) as parts:
        _tell(state, f"http://{HOST}:{service_port}", site_port, password)
        while all(process.poll() is None for process in parts):
            time.sleep(0.5)
        raise NewsroomError(f"A part of the newsroom has ended; see {state}/*.log")


@contextmanager
def running(
    state: Path, service_port: int, site_port: int
) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Service and site of a newsroom that was set up; both end with the block.

    Args:
        state: The folder of the newsroom.
        service_port: Of the service.
        site_port: Of the site.
    """
    environment = _environment(state, service_port, site_port)
    serve = ["-m", "ledgerrag", "serve", "--store", str(state / "store.db")]
    site = [str(HERE / "manage.py"), "runserver", "--noreload", f"{HOST}:{site_port}"]
    parts: list[subprocess.Popen[bytes]] = []
    try:
        parts.append(_started([*serve, "--port", str(service_port)], state, "service"))
        _wait_for(f"http://{HOST}:{service_port}/healthz", parts, state)
        parts.append(_started(site, state, "site", environment))
        _wait_for(f"http://{HOST}:{site_port}/admin/login/", parts, state)
        yield parts
    finally:
        _end(parts)


def _started(
    words: Sequence[str], state: Path, name: str, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    with (state / f"{name}.log").open("ab") as log:
        return subprocess.Popen(  # noqa: S603  our own commands
            [sys.executable, *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            # Ctrl-C reaches this script alone, which ends its parts in order.
            start_new_session=True,
        )


def _wait_for(address: str, running: Sequence[subprocess.Popen[bytes]], state: Path) -> None:
    end = time.monotonic() + READY_SECONDS
    while time.monotonic() < end:
        if any(process.poll() is not None for process in running):
            break
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310
                return
        except OSError:
            time.sleep(0.2)
    raise NewsroomError(f"{address} does not answer; see {state}/*.log")


def _tell(state: Path, service: str, port: int, password: str) -> None:
    known = password or "as at set-up; `make newsroom-password` makes a new one"
    print(
        f"\nNewsroom  http://{HOST}:{port}/admin/"
        f"\nName      editor\nPassword  {known}"
        f"\nReaders   http://{HOST}:{port}/"
        f"\nService   {service}"
        f"\nLogs      {state}\n\nCtrl-C ends both service and site.",
        flush=True,
    )


def _end(running: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in reversed(running):
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(ENDING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _as_interrupt(_number: int, _frame: object) -> None:
    raise KeyboardInterrupt


# ----------------------------------------------------------------- news


def _deliver(state: Path, port: int, files: Sequence[Path]) -> None:
    """Send documents to the running service, as an archive or a wire would."""
    _must_be(state)
    chosen = list(files) or sorted((HERE / "corpus" / "later").glob("*.jsonl"))
    for file in chosen:
        try:
            lines = file.read_text("utf-8").splitlines()
            records = [json.loads(line) for line in lines if line.strip()]
        except (OSError, ValueError) as error:
            raise NewsroomError(f"{file} cannot be read: {error}") from None
        told = _sent(state, port, {"documents": records})
        print(f"{file.name}: {told}")


def _sent(state: Path, port: int, body: object) -> str:
    request = urllib.request.Request(
        f"http://{HOST}:{port}/v1/documents",
        data=json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {(state / 'archive-token').read_text('utf-8')}",
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            return str(answer.read().decode())
    except urllib.error.HTTPError as error:
        raise NewsroomError(f"The service refused it: {error.read().decode()}") from None
    except OSError as error:
        raise NewsroomError(
            f"No service at port {port} ({error}); start it with `make newsroom`"
        ) from None


if __name__ == "__main__":
    sys.exit(main())
