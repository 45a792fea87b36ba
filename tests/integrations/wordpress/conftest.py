from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.integrations.wordpress import newsroom
from tests.integrations.wordpress.desk import TOKEN, Desk, listening
from tests.integrations.wordpress.newsroom import People, Person, WordPress


@pytest.fixture(scope="session")
def wordpress() -> Iterator[WordPress]:
    """A site for all tests of a session: each makes its own posts."""
    lacking = newsroom.lacking()
    if lacking:
        pytest.skip(f"no WordPress here: {lacking} not installed")
    with newsroom.running() as site:
        yield site
        assert site.complaints() == []


@pytest.fixture
def desk(wordpress: WordPress) -> Iterator[Desk]:
    """The service that the site is connected to; refuted claims stop publishing."""
    with listening() as scripted:
        wordpress.settings(scripted.url, TOKEN)
        yield scripted


@pytest.fixture
def person(wordpress: WordPress) -> Iterator[People]:
    """Someone who is logged in; nobody for an empty name."""
    there: list[Person] = []

    def found(login: str) -> Person:
        there.append(Person(wordpress, login))
        return there[-1]

    yield found
    for one in there:
        one.close()


@pytest.fixture
def ana(person: People) -> Person:
    """An editor: she may edit all posts."""
    return person("ana")
