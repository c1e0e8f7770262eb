"""Answerability (Nema and Khapra 2018): noisy questions paired with their originals."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import same_text, tab_separated, text_key
from qgauge.data.reading import stem

_QUESTIONS = ("Gold Question", "Modified Question")
_HEADERS = (
    (*_QUESTIONS, "User Score 1", "User Score 2"),
    (*_QUESTIONS, "Answerability Score User 1", "Answerability Score User 2"),
)


def read(path: Path) -> Rows:
    part = stem(path.name)
    for number, row in enumerate(tab_separated(path, headers=_HEADERS), 1):
        gold, noisy, *scores = [row[name] for name in row.held]
        reference, question = gold.text(), noisy.text()
        same = same_text(question, reference)
        example = Example(
            # a pair may occur twice, rated by different people: only the row number is unique
            id=f"{part}-{number}",
            question=question,
            references=(reference,),
            ratings={"answerability": tuple(score.number(1, 5) for score in scores)},
            meta={"part": part, "reference_id": text_key(reference), "same_as_reference": same},
        )
        yield row, example


ANSWERABILITY = PublicSet(
    title="Answerability of noisy questions (Nema and Khapra, EMNLP 2018)",
    rated="whether a question with words dropped or changed can still be answered",
    size="about 1,000 questions each from SQuAD, WikiMovies and VQA; two raters",
    paper="https://aclanthology.org/D18-1429",
    source="https://github.com/PrekshaNema25/Answerability-Metric",
    licence="none stated in the paper; see the repository",
    how_to_get="Save the human evaluations of the repository as the three TSV files named here.",
    files=("squad.tsv", "wikimovies.tsv", "vqa.tsv"),
    read=read,
    dimensions=(
        Dimension(
            "answerability",
            "from 1 (all important information is missing) to 5 (all of it is present)",
            low=1,
            high=5,
            raters=2,
        ),
    ),
    cluster="reference_id",
    notes=(
        "25 raters took part, two per question: a column may mix several raters.",
        "SQuAD, WikiMovies and VQA are three experiments: analyse each part separately.",
        "WikiMovies has repeated pairs, and questions that the noise left unchanged.",
    ),
)
