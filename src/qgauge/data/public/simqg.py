"""SimQG (Gollapalli and Ng 2022): questions generated from SQuAD passages."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import same_text, tab_separated, text_key

_HEADER = ("#PASSAGE", "REFQ", "GENQ", "FLUENCY", "RELEVANT", "ANSWERABLE", "SIMILAR")
_DIMENSIONS = {
    "FLUENCY": ("fluency", "grammatical and natural: yes 1, acceptable .5, no 0"),
    "RELEVANT": ("relevance", "about the passage and based on it alone: yes 1, no 0"),
    "ANSWERABLE": ("answerability", "the answer is in the passage: yes 1, no 0"),
    "SIMILAR": ("similarity", "asks what the reference asks: yes 1, with less or more .5, no 0"),
}


def read(path: Path) -> Rows:
    for number, row in enumerate(tab_separated(path, headers=(_HEADER,)), 1):
        passage, reference = row["#PASSAGE"].text(), row["REFQ"].text()
        question = row["GENQ"].text()
        same = same_text(question, reference)
        example = Example(
            id=str(number),
            question=question,
            references=(reference,),
            passage=passage,
            ratings={
                name: (row[column].number(0, 1),) for column, (name, _) in _DIMENSIONS.items()
            },
            meta={"passage_id": text_key(passage), "same_as_reference": same},
        )
        yield row, example


SIMQG = PublicSet(
    title="SimQG (Gollapalli and Ng, COLING 2022)",
    rated="fluency, relevance, answerability of generated questions; similarity to the reference",
    size="about 500 questions by three systems (ProphetNet 300, GSA 100, T5 100); three raters",
    paper="https://aclanthology.org/2022.coling-1.337",
    source="https://github.com/NUS-IDS/coling22_QSTS",
    licence="none stated in the paper; see the repository",
    how_to_get="Download the TSV of average scores from the repository.",
    files=("simqg_mturk_average_scores.tsv",),
    read=read,
    dimensions=tuple(
        Dimension(name, about, low=0, high=1, raters=3, means_only=True)
        for name, about in _DIMENSIONS.values()
    ),
    cluster="passage_id",
    notes=(
        "The file does not say which system generated a question.",
        "Texts are lower-cased and tokenised, not always consistently; copies of a passage differ "
        "in spacing, which passage_id ignores.",
        "If same_as_reference is true, the question equals its reference, and reference-based "
        "metrics give it full marks.",
        "The passages are from SQuAD's development set.",
    ),
)
