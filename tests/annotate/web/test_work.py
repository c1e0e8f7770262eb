"""The pages on which people rate."""

from __future__ import annotations

from qgauge.annotate.web.models import Assignment

QUESTION = {"passage": "Ann built it in 1962.", "answer": "1962", "question": "When was it built?"}
GOOD = {"field.answerability": "4", "version": "0", "save_id": "one"}


def test_a_rater_saves_and_gets_the_next_task(project, person, client_of):
    project("answerability", [{"question": "Who?"}, {"question": "When?"}])
    ann = person("rater", "ann")
    client = client_of(ann)
    page = client.get("/work/", follow=True)
    assert "Who?" in page.content.decode()
    first = Assignment.objects.get(person=ann, position=1)
    sent = client.post(f"/task/{first.pk}/", GOOD, follow=True)
    assert "When?" in sent.content.decode()
    first.refresh_from_db()
    assert (first.values, first.state, first.version) == ({"answerability": 4}, "done", 1)
