"""How sources come to contradict each other, and who settles it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime
from typing import Final

from ledgerrag.dykbench.synthetic import names
from ledgerrag.dykbench.synthetic.contention import (
    Dispute,
    Point,
    copies,
    hours,
    later,
    statement,
)
from ledgerrag.dykbench.synthetic.planned import Act, Planned, Told
from ledgerrag.dykbench.synthetic.scenes import (
    Scene,
    article,
    denial,
    flood,
    post,
    report,
    revision,
)
from ledgerrag.dykbench.synthetic.wording import Matter


def _flooded(
    scene: Scene, claim: Matter, rng: random.Random, *, kind: str, manner: str, owners: int
) -> Dispute:
    """An office says one thing, many later posts another."""
    right = scene.draw(claim, rng)
    wrong = scene.other(claim, rng, right)
    official = statement(scene, claim, right, scene.start, rng)
    start = scene.start + hours(rng, 1, 12)
    said = scene.stated(claim, wrong, rng)
    posts = flood(scene, said, start, copies(rng), rng, manner=manner, owners=owners)
    moment = later(posts, rng)
    return Dispute(Told((official, *posts)), (Point(kind, moment, right, wrong, official),))


def verbatim(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """Copies to the letter by one owner."""
    return _flooded(scene, claim, rng, kind="flood", manner="verbatim", owners=1)


def crowd(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """Copies to the letter by many owners."""
    return _flooded(scene, claim, rng, kind="crowd", manner="verbatim", owners=names.ACCOUNTS)


def mutated(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """Copies with small changes, by one owner or many."""
    owners = rng.choice((1, 40))
    return _flooded(scene, claim, rng, kind="mutated", manner="mutated", owners=owners)


def reworded(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """The same claim in other words each time, by many owners."""
    return _flooded(scene, claim, rng, kind="reworded", manner="reworded", owners=names.ACCOUNTS)


def single(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """An office against one post."""
    right = scene.draw(claim, rng)
    wrong = scene.other(claim, rng, right)
    official = statement(scene, claim, right, scene.start, rng)
    at = scene.start + hours(rng, 1, 24)
    said = scene.stated(claim, wrong, rng)
    one = post(scene, "post", at, said, names.account(rng.randrange(names.ACCOUNTS)))
    moment = at + hours(rng, 1, 30)
    return Dispute(Told((official, one)), (Point("single", moment, right, wrong, official),))


def stale(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """An office moves on, and many repeat what it said before."""
    old = scene.draw(claim, rng)
    new = scene.other(claim, rng, old)
    series = f"{scene.name}/reports" if rng.random() < 0.5 else ""
    genre = "report"
    before = statement(
        scene, claim, old, scene.start, rng, name="first", genre=genre, series=series
    )
    at = scene.start + hours(rng, 8, 60)
    after = statement(scene, claim, new, at, rng, name="second", genre=genre, series=series)
    manner = rng.choice(("verbatim", "mutated", "reworded"))
    said = scene.stated(claim, old, rng)
    start = at + hours(rng, 1, 10)
    posts = flood(scene, said, start, copies(rng), rng, manner=manner, owners=60)
    late = article(scene, "late", start, (scene.stated(claim, old, rng),), rng)
    moment = later(posts, rng)
    told = Told((before, after, late, *posts))
    return Dispute(told, (Point("stale", moment, new, old, after),))


def denied(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """A rumour goes round; an office says that it is false and what is true."""
    right = scene.draw(claim, rng)
    wrong = scene.other(claim, rng, right)
    said = scene.stated(claim, wrong, rng)
    manner = rng.choice(("verbatim", "mutated", "reworded"))
    posts = flood(scene, said, scene.start, copies(rng), rng, manner=manner, owners=30)
    at = later(posts, rng)
    last = (denial(said.reworded(rng), rng),)
    official = statement(scene, claim, right, at, rng, genre="statement", last=last)
    more = flood(
        scene, said.reworded(rng), at, rng.randint(1, 12), rng, manner="verbatim", owners=30
    )
    more = tuple(_again(one) for one in more)
    moment = later(more, rng)
    told = Told((*posts, official, *more))
    return Dispute(told, (Point("denied", moment, right, wrong, official),))


def clarified(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """Posts contradict each other until an office speaks: asked before and after."""
    right = scene.draw(claim, rng)
    wrong = scene.other(claim, rng, right)
    said, true = scene.stated(claim, wrong, rng), scene.stated(claim, right, rng)
    posts = flood(scene, said, scene.start, rng.randint(2, 30), rng, manner="reworded", owners=30)
    account = names.account(rng.randrange(names.ACCOUNTS))
    against = post(scene, "against", scene.start + hours(rng, 0.2, 2), true, account)
    before = max(later(posts, rng), datetime.fromisoformat(against.published))
    at = before + hours(rng, 2, 30)
    official = statement(scene, claim, right, at, rng, genre="statement")
    after = at + hours(rng, 1, 40)
    points = (
        Point("before clarification", before, None, wrong),
        Point("after clarification", after, right, wrong, official),
    )
    return Dispute(Told((*posts, against, official)), points)


def corrected(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """An office corrects its own figure; outlets go on with the wrong one."""
    wrong = scene.draw(claim, rng)
    right = scene.other(claim, rng, wrong)
    series = f"{scene.name}/reports" if rng.random() < 0.5 else ""
    first = statement(
        scene, claim, wrong, scene.start, rng, name="first", genre="report", series=series
    )
    at = scene.start + hours(rng, 5, 40)
    fixed = tuple(one.saying(right) if one.matter == claim else one for one in first.sheet.facts)
    second = report(
        scene,
        "corrected",
        at,
        fixed,
        series=series,
        last=(revision(rng),),
        holds_from=first.published,
    )
    act = Act(
        "correct",
        first.key,
        scene.office,
        second.published,
        begins=first.published,
        by=second.key,
        note=second.sheet.last[0],
    )
    papers = tuple(
        article(scene, f"paper-{n}", at + hours(rng, 0.5, 20), (said,), rng)
        for n in range(rng.randint(1, 6))
        for said in (scene.stated(claim, wrong, rng),)
    )
    moment = at + hours(rng, 21, 60)
    told = Told((first, second, *papers), (act,))
    return Dispute(told, (Point("corrected", moment, right, wrong, second),))


def outlets(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """Several papers against an office."""
    right = scene.draw(claim, rng)
    wrong = scene.other(claim, rng, right)
    official = statement(scene, claim, right, scene.start, rng)
    papers = tuple(
        article(scene, f"paper-{n}", scene.start + hours(rng, 1, 30), (said,), rng)
        for n in range(rng.randint(3, 12))
        for said in (scene.stated(claim, wrong, rng),)
    )
    moment = scene.start + hours(rng, 31, 60)
    told = Told((official, *papers))
    return Dispute(told, (Point("outlets", moment, right, wrong, official),))


def two_officials(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """Two offices contradict each other, and nobody stands above them."""
    one = scene.draw(claim, rng)
    two = scene.other(claim, rng, one)
    first = statement(scene, claim, one, scene.start, rng, genre="report")
    second = report(
        scene,
        "second office",
        scene.start + hours(rng, 0.5, 5),
        (scene.stated(claim, two, rng),),
        genre="statement",
        source=names.other_office(scene.place_number),
    )
    moment = scene.start + hours(rng, 8, 30)
    return Dispute(Told((first, second)), (Point("two officials", moment, None, two),))


def quiet(scene: Scene, claim: Matter, rng: random.Random) -> Dispute:
    """No office says anything: papers or posts contradict each other."""
    one = scene.draw(claim, rng)
    two = scene.other(claim, rng, one)
    said, against = scene.stated(claim, one, rng), scene.stated(claim, two, rng)
    if rng.random() < 0.5:
        told = tuple(
            article(scene, f"paper-{n}", scene.start + hours(rng, 0, 20), (about,), rng)
            for n, about in enumerate((said, against, said.reworded(rng), against.reworded(rng)))
        )
    else:
        posts = flood(scene, said, scene.start, copies(rng), rng, manner="reworded", owners=90)
        account = names.account(rng.randrange(names.ACCOUNTS))
        told = (*posts, post(scene, "against", scene.start + hours(rng, 1, 9), against, account))
    last = max(datetime.fromisoformat(document.published) for document in told)
    moment = last + hours(rng, 1, 20)
    return Dispute(Told(told), (Point("no official", moment, None, one),))


def _again(document: Planned) -> Planned:
    """The second wave has names of its own."""
    doc_id = f"{document.doc_id}-again"
    return Planned(
        doc_id, 1, doc_id, document.source, document.published, document.domain, document.sheet
    )


DISPUTES: Final[dict[str, Callable[[Scene, Matter, random.Random], Dispute]]] = {
    "flood": verbatim,
    "crowd": crowd,
    "mutated": mutated,
    "reworded": reworded,
    "single": single,
    "stale": stale,
    "denied": denied,
    "clarified": clarified,
    "corrected": corrected,
    "outlets": outlets,
    "two officials": two_officials,
    "quiet": quiet,
}
