from __future__ import annotations

import re
from typing import Any

from tests.service.conftest import Served


def operations(served: Served) -> dict[str, dict[str, Any]]:
    paths = served.call("GET", "/openapi.json").json()["paths"]
    return {
        f"{method.upper()} {path}": operation
        for path, methods in paths.items()
        for method, operation in methods.items()
    }


def test_every_operation_says_what_it_does_and_shows_a_body_and_an_answer(served: Served) -> None:
    for name, operation in operations(served).items():
        assert operation["description"], name
        for media, body in operation.get("requestBody", {}).get("content", {}).items():
            assert _example(served, body), f"{name} has no example of a body of {media}"
        for status, response in operation["responses"].items():
            for media, content in response.get("content", {}).items():
                if status.startswith("2"):
                    assert _example(served, content), f"{name} has no example of its {media}"


def _example(served: Served, content: dict[str, Any]) -> Any:
    if "example" in content or "examples" in content:
        return content.get("example") or content.get("examples")
    reference = content.get("schema", {}).get("$ref", "")
    schemas = served.call("GET", "/openapi.json").json()["components"]["schemas"]
    found = schemas.get(reference.rpartition("/")[2], {})
    properties = found.get("properties", {})
    each = all("examples" in one or "default" in one for one in properties.values())
    return found.get("examples") or (bool(properties) and each)


def test_every_operation_that_needs_a_token_says_how_it_refuses(served: Served) -> None:
    for name, operation in operations(served).items():
        if operation.get("security"):
            for status in ("401", "429"):
                content = operation["responses"][status]["content"]
                assert "application/problem+json" in content, name


def test_the_page_of_the_api_needs_no_network_and_no_script(served: Served) -> None:
    page = served.call("GET", "/docs")
    assert page.headers["content-type"].startswith("text/html")
    assert "<script" not in page.text
    assert " style=" not in page.text
    links = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert all(link.startswith(("#", "/")) and not link.startswith("//") for link in links)
    for link in {link for link in links if link.startswith("/")}:
        assert served.client.get(link).status_code == 200
    targets = set(re.findall(r'id="([^"]+)"', page.text))
    assert {link[1:] for link in links if link.startswith("#")} <= targets


def test_the_page_shows_every_operation(served: Served) -> None:
    page = served.call("GET", "/docs").text
    for operation in operations(served).values():
        assert f'id="{operation["operationId"]}"' in page
