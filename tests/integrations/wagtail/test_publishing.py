from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from wagtail.models import GroupApprovalTask, Site, Workflow, WorkflowPage, WorkflowTask

from newsroom.models import StoryPage
from tests.integrations.wagtail.forms import form_of
from wagtail_ledgerrag.drafts import Snapshot
from wagtail_ledgerrag.models import LedgerSettings, LedgerStory
from wagtail_ledgerrag.options import options
from wagtail_ledgerrag.publishing import judge
from wagtail_ledgerrag.rules import rules_of
from wagtail_ledgerrag.scripted import ScriptedService
from wagtail_ledgerrag.service import ServiceError

DOWN = ServiceError("Down", "The evidence service does not answer.", "Go on writing.")


def publish(client: Client, page: StoryPage, **changes: Any) -> Any:
    data = {**form_of(page), **changes, "action-publish": "action-publish"}
    address = reverse("wagtailadmin_pages:edit", args=[page.pk])
    return client.post(address, data, follow=True)


def said(response: Any) -> str:
    return " ".join(" ".join(str(message) for message in response.context["messages"]).split())


def choose(**choices: str) -> None:
    LedgerSettings.objects.update_or_create(site=Site.objects.get(), defaults=choices)


def is_live(page: StoryPage) -> bool:
    return bool(StoryPage.objects.get(pk=page.pk).live)


def test_a_refuted_claim_stops_publishing_and_is_named_with_who_refutes_it(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    response = publish(chief, story)
    assert not is_live(story)
    assert "was not published: the record refutes 1 claim" in said(response)
    assert "costs 18 crowns" in said(response)
    assert "Harbour Office, 2025-11-24: “It costs 21 crowns.”" in said(response)


def test_who_is_stopped_comes_back_to_the_text_with_the_panel_open(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    response = publish(chief, story)
    assert response.redirect_chain[0][0] == f"/admin/pages/{story.pk}/edit/#ledger"


def test_what_was_typed_before_publishing_was_stopped_is_kept(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    publish(chief, story, background=form_of(story, background="A new last line.")["background"])
    draft = StoryPage.objects.get(pk=story.pk).get_latest_revision_as_object()
    assert "A new last line." in draft.background


def test_the_text_that_is_published_is_checked_and_not_the_one_that_was_saved(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    response = publish(chief, story, standfirst="A single ticket costs 21 crowns.")
    assert is_live(story)
    assert "refutes" not in said(response)
    sent = next(body for method, _path, _query, body in service.sent if method == "POST")
    assert sent["paragraphs"][0]["text"] == "A single ticket costs 21 crowns."
    assert sent["editor"] == "chief"


def test_a_site_that_warns_publishes_and_says_what_is_refuted(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    choose(policy="warn")
    response = publish(chief, story)
    assert is_live(story)
    assert "the record refutes 1 claim" in said(response)


def test_a_site_without_a_gate_asks_nobody(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    choose(policy="off", watch="off")
    publish(chief, story)
    assert is_live(story)
    assert service.sent == []


def test_a_claim_that_a_person_overrode_stops_nothing(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    publish(chief, story)
    claims = service._snapshot(1, service.sent[0][3])["claims"]
    service.overridden = {"i" + c["id"][1:] for c in claims if c["status"] == "refuted"}
    publish(chief, story)
    assert is_live(story)


def test_an_override_of_another_item_of_the_claim_does_not_let_it_pass(story: StoryPage) -> None:
    claim = {"id": "k", "paragraph": "p", "text": "It is so.", "status": "refuted"}
    item = {"id": "i", "claim": "k", "kind": "single-source", "text": "", "state": "overridden"}
    snapshot = Snapshot.model_validate({"revision": 1, "claims": [claim], "checklist": [item]})
    rules = rules_of(story, options())
    assert judge(snapshot, (), rules).decision == "stop"
    freed = {**item, "kind": "refuted"}
    snapshot = Snapshot.model_validate({"revision": 1, "claims": [claim], "checklist": [freed]})
    assert judge(snapshot, (), rules).decision == "pass"


def test_a_disputed_or_an_unverified_claim_stops_nothing(
    chief: Client, newsroom: None, service: ScriptedService
) -> None:
    basin = StoryPage.objects.get(slug="north-basin")
    publish(chief, basin)
    assert is_live(basin)


def test_a_newsroom_publishes_with_a_warning_while_the_service_is_down(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    service.fault = DOWN
    response = publish(chief, story)
    assert is_live(story)
    assert "its claims could not be checked" in said(response)
    assert "The evidence service does not answer. Go on writing." in said(response)


def test_a_site_may_choose_to_publish_nothing_unchecked(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    choose(when_down="block")
    service.fault = DOWN
    response = publish(chief, story)
    assert not is_live(story)
    assert "this site publishes nothing unchecked" in said(response)


def test_a_message_holds_words_of_a_story_as_words_and_never_as_markup(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    response = publish(chief, story, standfirst="<img src=x> it costs 18 crowns.")
    assert "&lt;img src=x&gt; it costs 18 crowns." in said(response)
    assert b"<img src=x>" not in response.content


def test_many_pages_are_published_together_only_if_none_is_refuted(
    chief: Client, story: StoryPage, sound: StoryPage, service: ScriptedService
) -> None:
    address = reverse("wagtail_bulk_action", args=["wagtailcore", "page", "publish"])
    both = f"{address}?id={story.pk}&id={sound.pk}&next=/admin/"
    response = chief.post(both, {"include_descendants": ""}, follow=True)
    assert "the record refutes 1 claim" in said(response)
    assert not is_live(story)
    assert not is_live(sound)
    chief.post(f"{address}?id={sound.pk}&next=/admin/", {"include_descendants": ""})
    assert is_live(sound)


def in_workflow(story: StoryPage, person: Callable[..., Client]) -> tuple[Client, Any]:
    """The story, submitted to a workflow of one task, and the browser of its moderator."""
    moderator = person("mia", story.get_parent(), "change", "publish")
    task = GroupApprovalTask.objects.create(name="Desk")
    task.groups.add(moderator_group())
    workflow = Workflow.objects.create(name="Desk")
    WorkflowTask.objects.create(workflow=workflow, task=task)
    WorkflowPage.objects.create(workflow=workflow, page=story.get_parent())
    state = workflow.start(story, story.owner)
    return moderator, state


def moderator_group() -> Any:
    from django.contrib.auth.models import Group

    return Group.objects.get(name="mias")


@pytest.mark.parametrize("price", ["18", "21"])
def test_the_last_approval_in_the_editor_publishes_only_what_is_not_refuted(
    story: StoryPage, person: Callable[..., Client], service: ScriptedService, price: str
) -> None:
    moderator, _state = in_workflow(story, person)
    data = {
        **form_of(story, standfirst=f"A ticket costs {price} crowns."),
        "action-workflow-action": "true",
        "workflow-action-name": "approve",
    }
    moderator.post(reverse("wagtailadmin_pages:edit", args=[story.pk]), data)
    assert is_live(story) == (price == "21")


def test_the_last_approval_in_a_listing_publishes_only_what_is_not_refuted(
    story: StoryPage,
    sound: StoryPage,
    person: Callable[..., Client],
    service: ScriptedService,
) -> None:
    moderator, state = in_workflow(story, person)
    sound_state = state.workflow.start(sound, sound.owner)
    for page, at in ((story, state), (sound, sound_state)):
        address = reverse(
            "wagtailadmin_pages:workflow_action",
            args=[page.pk, "approve", at.current_task_state.pk],
        )
        moderator.post(address, {"next": "/admin/"})
    assert not is_live(story)
    assert is_live(sound)


def test_the_text_that_was_checked_is_noted_with_its_revision(
    chief: Client, story: StoryPage, service: ScriptedService
) -> None:
    publish(chief, story)
    kept = LedgerStory.objects.get(page=story)
    assert kept.checked_revision == 1
    assert len(kept.checked_sha256) == 64
