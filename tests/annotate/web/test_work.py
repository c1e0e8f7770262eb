"""The pages on which people rate."""

from __future__ import annotations


def test_the_database_is_empty_and_works(project, person, client_of):
    made = project("qgeval", [{"question": "Who?"}])
    ann = person("rater", "ann")
    assert (made.scheme_name, ann.username) == ("qgeval", "ann")
    assert client_of().get("/login/").status_code == 200
