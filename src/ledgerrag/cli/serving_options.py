"""The options of `serve`, each described once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

Host: TypeAlias = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")]
Port: TypeAlias = Annotated[
    int, typer.Option("--port", min=0, max=65_535, help="Port; 0 takes a free one.")
]
HostName: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--host-name",
        metavar="NAME",
        help="A name that it answers to besides loopback, as a proxy sends it; repeatable.",
    ),
]
Workers: TypeAlias = Annotated[
    int, typer.Option("--workers", min=1, max=64, help="Threads that answer and check.")
]
Queue: TypeAlias = Annotated[
    int, typer.Option("--queue", min=0, max=10_000, help="Requests that may wait for one.")
]
MaxRequests: TypeAlias = Annotated[
    int, typer.Option("--max-requests", min=1, max=100_000, help="Requests open at once.")
]
MaxBody: TypeAlias = Annotated[
    int, typer.Option("--max-body", min=1_000, metavar="BYTES", help="Of a request.")
]
MaxBatch: TypeAlias = Annotated[
    int, typer.Option("--max-batch", min=1_000, metavar="BYTES", help="Of a batch of records.")
]
MaxSeconds: TypeAlias = Annotated[
    int, typer.Option("--max-seconds", min=1, help="For an answer, waiting included.")
]
MaxBatchSeconds: TypeAlias = Annotated[
    int,
    typer.Option("--max-batch-seconds", min=1, help="For a batch or a verification, likewise."),
]
Rate: TypeAlias = Annotated[
    int, typer.Option("--rate", min=0, help="Requests a minute and token; 0: no limit.")
]
Grace: TypeAlias = Annotated[
    int, typer.Option("--grace", min=0, help="Seconds that what runs may take to finish.")
]
OpenMetrics: TypeAlias = Annotated[
    bool, typer.Option("--open-metrics", help="Give /metrics to whoever asks.")
]
PrivateWebhooks: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--allow-private-webhooks",
        help="Webhooks may lie on this machine or its network, and be plain http.",
    ),
]
