"""Schemes from files: the strict reader, and rubrics as forms."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qgauge.annotate.scheme import Choice
from qgauge.annotate.scheme_files import MOST_BYTES, parse_scheme, read_scheme, shipped_schemes
from qgauge.core import BadInput, BadSetting, QgaugeError

GOOD = """
name = "tone"
title = "Tone"
about = "how a question sounds"
shows = ["passage", "question", "grade"]
optional = ["passage"]
guidelines = "Read it aloud."
[[fields]]
name = "polite"
ask = "Is it polite?"
choices = ["no", { value = "yes", label = "Yes!", meaning = "nobody is hurt" }]
[[fields]]
name = "warmth"
ask = "How warm is it?"
scale = [1, 3]
only_if = { polite = "yes" }
[fields.meaning]
1 = "cold"
[[fields]]
name = "remark"
ask = "Anything else?"
type = "text"
[[examples]]
why = "It says please."
[examples.content]
question = "Who is it, please?"
grade = "7"
[examples.values]
polite = "yes"
warmth = 2
"""


def test_every_part_of_a_scheme() -> None:
    scheme = parse_scheme(GOOD)
    assert (scheme.name, scheme.kind, scheme.optional) == ("tone", "question", ("passage",))
    polite, warmth, remark = scheme.fields
    assert polite.choices == (Choice("no", "no"), Choice("yes", "Yes!", "nobody is hurt"))
    assert polite.required and not polite.ordered
    assert [choice.value for choice in warmth.choices] == [1, 2, 3]
    assert [choice.meaning for choice in warmth.choices] == ["cold", "", ""]
    assert warmth.ordered and warmth.only_if == {"polite": ("yes",)}
    assert remark.type == "text" and not remark.required and not remark.choices
    assert scheme.examples[0].why == "It says please."
    assert scheme.source == GOOD and len(scheme.digest) == 8
    assert parse_scheme(GOOD + "\n").digest != scheme.digest


@pytest.mark.parametrize(
    ("old", "new", "field", "said"),
    [
        ('title = "Tone"', 'titel = "Tone"', "titel", "no such key. Did you mean 'title'?"),
        ('title = "Tone"', 'tone = "Tone"', "tone", "The keys of a scheme are name, title,"),
        ('title = "Tone"', "", "title", "is missing"),
        ('name = "tone"', "", "name", "is missing"),
        ('name = "warmth"', "", "fields[2].name", "is missing"),
        ('title = "Tone"', "title = 3", "title", "must be a non-empty string"),
        ('title = "Tone"', 'title = "a\\u0000b"', "title", "NUL"),
        ('name = "tone"', 'name = "my tone"', "name", "letters, digits"),
        ("[[fields]]", "[[felds]]", "felds", "Did you mean 'fields'?"),
        ('shows = ["passage",', 'shows = ["pasage",', "shows", "Did you mean 'passage'?"),
        ('"grade"]', '"model"]', "shows", "raters must not see 'model'"),
        ('"grade"]', '"Ratings"]', "shows", "raters must not see 'Ratings'"),
        ('"grade"]', '"question"]', "shows", "the same thing twice"),
        ('"passage", "question"', '"passage"', "shows", "must contain 'question'"),
        ('optional = ["passage"]', 'optional = ["answer"]', "optional", "not in shows"),
        ('title = "Tone"', 'title = "T"\nkind = "pairs"', "kind", "Did you mean 'pair'?"),
        ('title = "Tone"', 'title = "T"\nkind = "edge"', "shows", "not one of sentences"),
        ('title = "Tone"', 'title = "T"\ngrouped = "yes"', "grouped", "true or false"),
        ('title = "Tone"', 'title = "T"\nfeedback = true', "feedback", "needs grouped"),
        ('title = "Tone"', 'title = "T"\nskip_reasons = "none"', "skip_reasons", "list of strings"),
        ('name = "warmth"', 'name = "polite"', "fields[2].name", "two fields 'polite'"),
        ('name = "warmth"', 'name = "a.b"', "fields[2].name", "letters, digits"),
        ('ask = "How warm is it?"', "", "fields.warmth.ask", "is missing"),
        ("scale = [1, 3]", "", "fields.warmth.choices", "either choices or a scale"),
        ("scale = [1, 3]", "scale = [3, 1]", "fields.warmth.scale", "larger than the first"),
        ("scale = [1, 3]", "scale = [1.0, 3]", "fields.warmth.scale", "two whole numbers"),
        ('1 = "cold"', '9 = "cold"', "fields.warmth.meaning", "'9' is not on the scale 1 to 3"),
        ('type = "text"', 'type = "texts"', "fields.remark.type", "Did you mean 'text'?"),
        ('type = "text"', 'type = "spans"\nchoices = ["x"]', "fields.remark.type", "document"),
        ('type = "text"', 'type = "text"\nscale = [1, 2]', "fields.remark.scale", "no choices"),
        ('type = "text"', 'type = "flags"\nscale = [1, 2]', "fields.remark.scale", "no scale"),
        ('["no", {', "[{", "fields.polite.choices", "a list of 2 to"),
        ('["no", {', '["yes", {', "fields.polite.choices", "'yes' is there twice"),
        ('["no", {', '["not at all", {', "fields.polite.choices[1].value", "into label"),
        ('["no", {', "[true, {", "fields.polite.choices[1]", "must be a value"),
        ("label =", "lable =", "fields.polite.choices[2].lable", "Did you mean 'label'?"),
        ('label = "Yes!"', "score = 1", "fields.polite.choices", "every choice a score"),
        ('label = "Yes!"', "score = nan", "fields.polite.choices[2].score", "ordinary size"),
        ('label = "Yes!"', 'score = "1"', "fields.polite.choices[2].score", "a number"),
        ('{ polite = "yes" }', '{ polit = "yes" }', "fields.warmth.only_if", "Did you mean"),
        ('{ polite = "yes" }', "{ remark = 1 }", "fields.warmth.only_if", "no earlier field"),
        ('{ polite = "yes" }', "{ warmth = 1 }", "fields.warmth.only_if", "no earlier field"),
        ('{ polite = "yes" }', '{ polite = "oh" }', "fields.warmth.only_if", "the values are: no"),
        ('{ polite = "yes" }', "{ polite = [] }", "fields.warmth.only_if", "lists no value"),
        ('{ polite = "yes" }', '"yes"', "fields.warmth.only_if", "must be a table"),
        ("warmth = 2", "warmth = 4", "examples[1].values.warmth", "'4' is not one of 1, 2, 3"),
        ("warmth = 2", 'warmth = "2"', "examples[1].values.warmth", "a number, not the text '2'"),
        ("warmth = 2", "", "examples[1].values.warmth", "is missing; an example must answer"),
        (
            'polite = "yes"\nwarmth',
            'polite = "no"\nwarmth',
            "examples[1].values.warmth",
            "leave it out: it is asked only if polite is yes",
        ),
        (
            'ask = "Anything else?"',
            'ask = "Anything else?"\nonly_if = { warmth = "2" }',
            "fields.remark.only_if",
            "must be a number, not the text '2'",
        ),
        ("warmth = 2", "warmth = 2\nheat = 1", "examples[1].values.heat", "no such field"),
        ('grade = "7"', "", "examples[1].content.grade", "must be a string"),
        ('grade = "7"', 'grad = "7"', "examples[1].content.grad", "Did you mean 'grade'?"),
        ("[examples.values]", "[examples.value]", "examples[1].value", "Did you mean 'values'?"),
    ],
)
def test_errors_name_the_field(old: str, new: str, field: str, said: str) -> None:
    assert GOOD.count(old) >= 1
    with pytest.raises(BadInput) as caught:
        parse_scheme(GOOD.replace(old, new, 1) if old != "[[fields]]" else GOOD.replace(old, new))
    assert caught.value.field == field
    assert said in caught.value.problem


def test_a_scheme_without_fields() -> None:
    with pytest.raises(BadInput, match=r"add a \[\[fields\]\] table"):
        parse_scheme(GOOD.partition("[[fields]]")[0])


def test_too_many_fields_and_choices() -> None:
    start = GOOD.partition("[[fields]]")[0]
    field = '[[fields]]\nname = "f{}"\nask = "?"\nscale = [1, 2]\n'
    assert len(parse_scheme(start + "".join(map(field.format, range(100)))).fields) == 100
    with pytest.raises(BadInput, match="101 fields; 100 at most"):
        parse_scheme(start + "".join(map(field.format, range(101))))
    with pytest.raises(BadInput, match="by less than 101"):
        parse_scheme(GOOD.replace("scale = [1, 3]", "scale = [1, 102]"))


def test_the_anchor_of_an_example_must_be_a_sentence() -> None:
    source = read_scheme("qud").source.replace("anchor = 1", "anchor = 5", 1)
    with pytest.raises(BadInput, match="the number of a sentence, 1 to 4"):
        parse_scheme(source)


def test_the_span_of_an_example_must_be_a_place() -> None:
    source = read_scheme("concepts").source.replace("end = 77", "end = 777")
    with pytest.raises(BadInput, match="10-777 is not a place in the text") as caught:
        parse_scheme(source)
    assert caught.value.field == "examples[1].values.concepts"


def test_files(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert read_scheme(str(file)) == parse_scheme(GOOD)
    file.write_text("name = ", encoding="utf-8")
    with pytest.raises(BadInput, match=r"own\.toml: not valid TOML"):
        read_scheme(str(file))
    file.write_bytes(b'name = "\xff"')
    with pytest.raises(BadInput, match=r"own\.toml: not UTF-8"):
        read_scheme(str(file))
    file.write_text("#" * (MOST_BYTES + 1), encoding="utf-8")
    with pytest.raises(BadInput, match="larger than 200,000 bytes"):
        read_scheme(str(file))
    with pytest.raises(BadInput, match="cannot be read"):
        read_scheme(str(tmp_path / "none.toml"))
    with pytest.raises(BadInput, match="cannot be read"):
        read_scheme(f"{tmp_path}/")


def test_unknown_names() -> None:
    with pytest.raises(BadSetting, match=r"no scheme 'qgevl'\. Did you mean 'qgeval'"):
        read_scheme("qgevl")
    with pytest.raises(BadSetting, match=r"no rubric 'clarty'\. Did you mean 'clarity'"):
        read_scheme("rubric:clarty")


def test_a_rubric_as_a_form() -> None:
    scheme = read_scheme("rubric:consistency")
    assert (scheme.kind, scheme.shows) == ("question", ("passage", "question"))
    (field,) = scheme.fields
    assert (field.name, field.type, field.ordered) == ("consistency", "choice", True)
    assert [(choice.value, choice.label) for choice in field.choices] == [
        (1, "1"),
        (2, "2"),
        (3, "3"),
    ]
    assert field.choices[0].meaning == "it takes for granted what the passage contradicts"
    assert scheme.guidelines.startswith("A question claims things by the way")
    assert parse_scheme(scheme.source) == scheme


def test_an_own_rubric_with_labels(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        'name = "tone"\nabout = "how it sounds"\nfields = ["question", "anchor"]\n'
        'labels = ["very rude", "fine"]\ninstructions = "Look."\n',
        encoding="utf-8",
    )
    for name in (f"rubric:{file}", str(file)):
        scheme = read_scheme(name)
        assert (scheme.kind, scheme.shows) == ("edge", ("sentences", "anchor", "question"))
        assert [choice.value for choice in scheme.fields[0].choices] == ["very rude", "fine"]
        assert not scheme.fields[0].ordered
    file.write_text(file.read_text(encoding="utf-8").replace("tone", "my.tone"), encoding="utf-8")
    with pytest.raises(BadInput, match="field 'name': must be letters"):
        read_scheme(str(file))


@given(st.data())
def test_damaged_files_give_one_error(data: st.DataObject) -> None:
    source = read_scheme(data.draw(st.sampled_from(shipped_schemes()))).source
    start = data.draw(st.integers(0, len(source)))
    end = data.draw(st.integers(start, min(len(source), start + 200)))
    damaged = source[:start] + data.draw(st.text(max_size=5)) + source[end:]
    said = ""
    try:
        fields = parse_scheme(damaged, "damaged.toml").fields
    except QgaugeError as error:
        said, fields = str(error), ()
    assert fields or "damaged.toml" in said


def test_no_model_tool_or_framework_is_imported() -> None:
    code = (
        "import sys; from qgauge.annotate import answers, scheme_files, shown, task_files; "
        "scheme_files.read_scheme('qud'); "
        "heavy = {'qgauge.models', 'onnxruntime', 'django', 'numpy', 'pandas', 'qgauge.cli'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert shown.stdout.strip() == "[]"
