"""QGEval (Fu et al. 2024): fifteen systems on the same passages, rated on seven dimensions."""

from __future__ import annotations

from pathlib import Path

from qgauge.core.example import Example
from qgauge.data.public.dataset import Dimension, PublicSet, Rows
from qgauge.data.public.values import Value, objects, same_text

_DIMENSIONS = {
    "fluency": "grammatical and coherent",
    "clarity": "clear and unambiguous",
    "conciseness": "without needless words",
    "relevance": "about the passage",
    "consistency": "in agreement with the passage",
    "answerability": "can be answered from the passage",
    "answer_consistency": "can be answered with the given answer",
}


def read(path: Path) -> Rows:
    for instance in objects(path):
        passage, reference = instance["passage"].text(), instance["reference"].text()
        id, answer = instance["id"].text(), instance["answer"].text()
        for generated in instance["questions"]:
            question = generated["prediction"].text()
            corpus, system = _corpus_and_system(generated["source"])
            same = same_text(question, reference)
            example = Example(
                id=id,
                question=question,
                references=(reference,),
                passage=passage,
                answer=answer,
                system=system,
                ratings={name: (generated[name].number(1, 3),) for name in _DIMENSIONS},
                meta={"part": corpus, "passage_id": id, "same_as_reference": same},
            )
            yield generated, example


def _corpus_and_system(source: Value) -> tuple[str, str]:
    # the file prefixes systems with the corpus; unstripped, one system would count as two
    corpus, _, system = source.text().partition("_")
    if corpus not in ("SQuAD", "HotpotQA") or not system:
        raise source.refused("must be SQuAD_ or HotpotQA_ followed by the name of a system")
    return corpus, system


QGEVAL = PublicSet(
    title="QGEval (Fu et al., EMNLP 2024)",
    rated="seven dimensions of generated questions, from fluency to agreement with the answer",
    size="3,000 questions: 15 systems on 200 passages of SQuAD and HotpotQA; three raters",
    paper="https://aclanthology.org/2024.emnlp-main.658",
    source="https://github.com/WeipingFu/QGEval",
    licence="see the repository; the passages are from Wikipedia (CC BY-SA)",
    how_to_get="Download instances.json, which has the means, from the repository.",
    files=("instances.json",),
    read=read,
    dimensions=tuple(
        Dimension(name, about, low=1, high=3, raters=3, means_only=True)
        for name, about in _DIMENSIONS.items()
    ),
    cluster="passage_id",
    notes=(
        "One of the 15 systems, 'reference', is the reference itself. same_as_reference also marks "
        "other systems' questions that equal it: reference-based metrics give them full marks.",
        "Systems that wrote the same question have the same ratings: it was rated once.",
        "Most ratings are at the top of the scale, so a few low ones dominate a correlation.",
        "Half of the passages are from SQuAD's development set.",
    ),
)
