"""QTI 1.2 in a zip file with a manifest, as Canvas exports and imports it.

Version 1.2 and not 2.1: Canvas's own exports are 1.2, so this is what it reads best, and what
plug-ins for Canvas files in other platforms read. Support for 2.1 differs more between platforms.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from qgauge.generation.formats.quiz_file import LeftOut, QuizFile
from qgauge.generation.formats.quiz_text import accepted_answers, one_line, options
from qgauge.generation.quiz_item import QuizItem

MANIFEST = "imsmanifest.xml"
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_DATE = (1980, 1, 1, 0, 0, 0)
"""The earliest date of zip files: the same quiz gives the same bytes."""
_RESPONSE = "response1"


def write(items: Sequence[QuizItem], title: str) -> QuizFile:
    """Write a quiz as a QTI 1.2 package.

    Items without distractors are short-answer questions that accept `accepted_answers`, in any
    case of letters.

    Args:
        items: The questions, in order.
        title: The title of the quiz.

    Returns:
        The zip file. Items without words in the question or the answer are left out.

    Examples:
        >>> from io import BytesIO
        >>> from zipfile import ZipFile
        >>> from qgauge.generation.formats.qti import write
        >>> ZipFile(BytesIO(write([], "The mill").content)).namelist()
        ['imsmanifest.xml', 'quiz_15f4d79a55c12285.xml']
    """
    left_out = [
        LeftOut(item, "its question or its answer has no characters")
        for item in items
        if not one_line(item.question) or not one_line(item.answer)
    ]
    unfit = {id(one.item) for one in left_out}
    kept = [item for item in items if id(item) not in unfit]
    title = one_line(title) or "Quiz"
    # platforms overwrite a quiz that has the same identifier, so it depends on all texts
    texts = [text for item in kept for text in (item.question, item.answer, *item.distractors)]
    ident = f"quiz_{_digest(title, *texts)}"
    files = {
        MANIFEST: _manifest(ident),
        f"{ident}.xml": _assessment(kept, title, ident),
    }
    out = BytesIO()
    with ZipFile(out, "w") as package:
        for name, root in files.items():
            indent(root)
            content = tostring(root, encoding="UTF-8", xml_declaration=True) + b"\n"
            package.writestr(ZipInfo(name, _DATE), content, ZIP_DEFLATED)
    return QuizFile(out.getvalue(), tuple(left_out))


def _manifest(ident: str) -> Element:
    root = Element("manifest", {"xmlns": _PACKAGE, "identifier": f"{ident}_package"})
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "IMS Content"
    SubElement(metadata, "schemaversion").text = "1.1.3"
    SubElement(root, "organizations")
    about = {"identifier": ident, "type": "imsqti_xmlv1p2", "href": f"{ident}.xml"}
    resource = SubElement(SubElement(root, "resources"), "resource", about)
    SubElement(resource, "file", {"href": f"{ident}.xml"})
    return root


def _assessment(items: Sequence[QuizItem], title: str, ident: str) -> Element:
    root = Element("questestinterop", {"xmlns": _QTI})
    assessment = SubElement(root, "assessment", {"ident": ident, "title": title})
    section = SubElement(assessment, "section", {"ident": "root_section"})
    for number, item in enumerate(items, 1):
        _add_item(section, item, f"item_{number}_{_digest(title, item.question, item.answer)}")
    return root


def _add_item(section: Element, item: QuizItem, ident: str) -> None:
    shown = options(item)
    kind = "multiple_choice_question" if shown else "short_answer_question"
    node = SubElement(section, "item", {"ident": ident, "title": one_line(item.id) or ident})
    fields = SubElement(SubElement(node, "itemmetadata"), "qtimetadata")
    for label, entry in (("question_type", kind), ("points_possible", "1")):
        field = SubElement(fields, "qtimetadatafield")
        SubElement(field, "fieldlabel").text = label
        SubElement(field, "fieldentry").text = entry
    presentation = SubElement(node, "presentation")
    # the formats of Canvas's own files: the question is HTML, the options are plain
    _add_text(presentation, f"<p>{escape(one_line(item.question), quote=False)}</p>", "text/html")
    about = {"ident": _RESPONSE, "rcardinality": "Single"}
    if shown:
        choice = SubElement(SubElement(presentation, "response_lid", about), "render_choice")
        for number, option in enumerate(shown, 1):
            label_node = SubElement(choice, "response_label", {"ident": f"option_{number}"})
            _add_text(label_node, option, "text/plain")
        right = [f"option_{shown.index(one_line(item.answer)) + 1}"]
    else:
        blank = SubElement(SubElement(presentation, "response_str", about), "render_fib")
        SubElement(blank, "response_label", {"ident": "answer1", "rshuffle": "No"})
        right = accepted_answers(item.answer)
    _add_scoring(node, right, {} if shown else {"case": "No"})


def _add_text(parent: Element, text: str, kind: str) -> None:
    SubElement(SubElement(parent, "material"), "mattext", {"texttype": kind}).text = text


def _add_scoring(node: Element, right: Sequence[str], how: dict[str, str]) -> None:
    """Give full marks for each right response, in a condition of its own.

    Several values in one condition mean "all of them" to some platforms, "any" to others.
    """
    processing = SubElement(node, "resprocessing")
    score = {"varname": "SCORE", "vartype": "Decimal", "minvalue": "0", "maxvalue": "100"}
    SubElement(SubElement(processing, "outcomes"), "decvar", score)
    for value in right:
        condition = SubElement(processing, "respcondition", {"continue": "No"})
        test = SubElement(condition, "conditionvar")
        SubElement(test, "varequal", {"respident": _RESPONSE, **how}).text = value
        SubElement(condition, "setvar", {"action": "Set", "varname": "SCORE"}).text = "100"


def _digest(*texts: str) -> str:
    whole = "\0".join(texts).encode("utf-8", "surrogatepass")
    return sha256(whole).hexdigest()[:16]
