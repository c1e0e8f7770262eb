"""Reads a QTI 1.2 package and checks the rules of the schema that our files use."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from io import BytesIO
from xml.etree.ElementTree import Element
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring

_QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
_PACKAGE = "{http://www.imsglobal.org/xsd/imscp_v1p1}"
_NCNAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)

_RULES: dict[str, tuple[str, set[str], set[str]]] = {
    # element: its children as a pattern, required attributes, other attributes
    "questestinterop": ("assessment", set(), set()),
    "assessment": ("(qtimetadata )*(section )+", {"ident"}, {"title"}),
    "section": ("(item )*", {"ident"}, {"title"}),
    "item": ("(itemmetadata )?presentation (resprocessing )*", {"ident"}, {"title"}),
    "itemmetadata": ("(qtimetadata )*", set(), set()),
    "qtimetadata": ("(qtimetadatafield )+", set(), set()),
    "qtimetadatafield": ("fieldlabel fieldentry ", set(), set()),
    "fieldlabel": ("", set(), set()),
    "fieldentry": ("", set(), set()),
    "presentation": ("((material|response_lid|response_str) )+", set(), set()),
    "material": ("(mattext )+", set(), set()),
    "mattext": ("", set(), {"texttype"}),
    "response_lid": ("(material )?render_choice ", {"ident"}, {"rcardinality"}),
    "response_str": ("(material )?render_fib ", {"ident"}, {"rcardinality"}),
    "render_choice": ("(response_label )+", set(), {"shuffle"}),
    "render_fib": ("(response_label )*", set(), {"fibtype"}),
    "response_label": ("(material )*", {"ident"}, {"rshuffle"}),
    "resprocessing": ("outcomes (respcondition )+", set(), set()),
    "outcomes": ("(decvar )+", set(), set()),
    "decvar": ("", set(), {"varname", "vartype", "minvalue", "maxvalue"}),
    "respcondition": ("conditionvar (setvar )*", set(), {"continue", "title"}),
    "conditionvar": ("(varequal )+", set(), set()),
    "varequal": ("", {"respident"}, {"case"}),
    "setvar": ("", set(), {"action", "varname"}),
}
"""The part of the QTI 1.2 schema for quizzes of one section."""


@dataclass
class QtiQuestion:
    """A question of a package."""

    name: str
    text: str
    options: list[str]
    """Empty for a short answer."""
    right: list[str]
    """The right option, or the accepted short answers."""


def read_qti(content: bytes) -> tuple[str, list[QtiQuestion]]:
    """Return the title and the questions; an assertion fails where a rule is broken."""
    package = ZipFile(BytesIO(content))
    assert package.testzip() is None
    manifest = fromstring(package.read("imsmanifest.xml"))
    assert manifest.tag == f"{_PACKAGE}manifest"
    assert [child.tag.removeprefix(_PACKAGE) for child in manifest] == [
        *("metadata", "organizations", "resources")
    ]
    resources = manifest.findall(f"{_PACKAGE}resources/{_PACKAGE}resource")
    idents = [manifest.attrib["identifier"], *(one.attrib["identifier"] for one in resources)]
    _check_names(idents)
    files = [one.attrib["href"] for each in resources for one in each.iter(f"{_PACKAGE}file")]
    assert sorted(["imsmanifest.xml", *files]) == sorted(package.namelist())
    assert [one.attrib["type"] for one in resources] == ["imsqti_xmlv1p2"]
    assert [one.attrib["href"] for one in resources] == files
    root = fromstring(package.read(files[0]))
    _check_rules(root)
    assessment = root[0]
    assert assessment.attrib["ident"] == resources[0].attrib["identifier"]
    items = list(root.iter(f"{_QTI}item"))
    sections = [one.attrib["ident"] for one in root.iter(f"{_QTI}section")]
    _check_names([assessment.attrib["ident"], *sections, *(one.attrib["ident"] for one in items)])
    return assessment.attrib["title"], [_question(item) for item in items]


def _check_names(names: list[str]) -> None:
    assert len(set(names)) == len(names)
    assert all(_NCNAME.fullmatch(name) for name in names), names


def _check_rules(node: Element) -> None:
    assert node.tag.startswith(_QTI)
    children, required, others = _RULES[node.tag.removeprefix(_QTI)]
    names = "".join(f"{child.tag.removeprefix(_QTI)} " for child in node)
    assert re.fullmatch(children, names) or names.strip() == children, (node.tag, names)
    assert required <= node.attrib.keys() <= required | others, (node.tag, node.attrib)
    assert len(node) == 0 or not (node.text or "").strip()
    for child in node:
        assert not (child.tail or "").strip()
        _check_rules(child)


def _question(item: Element) -> QtiQuestion:
    fields = {
        one.findtext(f"{_QTI}fieldlabel"): one.findtext(f"{_QTI}fieldentry")
        for one in item.iter(f"{_QTI}qtimetadatafield")
    }
    presentation = item.find(f"{_QTI}presentation")
    assert presentation is not None
    stem, response = presentation
    labels = list(response.iter(f"{_QTI}response_label"))
    _check_names([response.attrib["ident"], *(one.attrib["ident"] for one in labels)])
    right = []
    for condition in item.iter(f"{_QTI}respcondition"):
        (test,) = condition.iter(f"{_QTI}varequal")
        (given,) = condition.iter(f"{_QTI}setvar")
        assert test.attrib["respident"] == response.attrib["ident"]
        assert (given.attrib, given.text) == ({"action": "Set", "varname": "SCORE"}, "100")
        assert condition.attrib["continue"] == "No"
        right.append((test.text or "", test.attrib.get("case")))
    (score,) = item.iter(f"{_QTI}decvar")
    assert (score.attrib["varname"], score.attrib["maxvalue"]) == ("SCORE", "100")
    text = _text(stem)
    if response.tag == f"{_QTI}response_str":
        assert fields["question_type"] == "short_answer_question"
        assert {case for _, case in right} == {"No"}
        return QtiQuestion(item.attrib["title"], text, [], [value for value, _ in right])
    assert fields["question_type"] == "multiple_choice_question"
    options = {one.attrib["ident"]: _text(one) for one in labels}
    assert len(right) == 1
    return QtiQuestion(item.attrib["title"], text, list(options.values()), [options[right[0][0]]])


def _text(node: Element) -> str:
    (material,) = node.iter(f"{_QTI}mattext")
    if material.attrib["texttype"] == "text/plain":
        return material.text or ""
    found = re.fullmatch("<p>([^<>]*)</p>", material.text or "")
    assert found is not None, material.text
    return html.unescape(found[1])
