"""The sections and tables of the results page, in order."""

from __future__ import annotations

from benchmarks.agreement import dimensions, learned_reference
from benchmarks.reproduce import (
    cards,
    examples,
    people,
    q_metrics,
    qsts_tables,
    qud_tables,
    ranking,
    trained,
)
from benchmarks.reproduce.page import Section, Table

SECTIONS = (
    Section(
        "S1: question-sensitive text similarity",
        "Gollapalli and Ng (2022), *QSTS: A Question-Sensitive Text Similarity Measure for "
        "Question Generation*.",
        (
            Table("s1.1", "Table 1: pairs of questions", qsts_tables.pairs),
            Table("s1.2", "Table 2: SimQG, share of questions rated low", qsts_tables.rated),
            Table("s1.4", "Table 4: SimQG, without a reference", qsts_tables.without_reference),
            Table("s1.5", "Table 5: questions and passages", qsts_tables.passages),
        ),
    ),
    Section(
        "S2: ranking without references",
        "*A Reference-free Method Evaluating the Quality of Generated Questions*, called the "
        "ranking report below.",
        (Table("s2", "The two stories", ranking.stories),),
    ),
    Section(
        "S3: answerability and the Q-metrics",
        "Nema and Khapra (2018), *Towards a Better Metric for Evaluating Question Generation "
        "Systems*.",
        (
            Table("s3.3", "Table 3: the raters", q_metrics.raters),
            Table("s3.4", "Table 4: the base metrics", q_metrics.base),
            Table("s3.6", "Table 6: the Q-metrics", q_metrics.q_metrics),
            Table("s3.7", "Table 7: examples", examples.examples),
            Table("s3.8", "Tables 8 to 10: trained on noise", trained.trained),
        ),
    ),
    Section(
        "S5: questions under discussion",
        "Wu et al. (2023), *QUDeval: The Evaluation of Questions Under Discussion Discourse "
        "Parsing*.",
        (
            Table("s5.1", "Table 1: human labels", qud_tables.labels),
            Table("s5.2", "Table 2: agreement between raters", qud_tables.between_people),
            Table("s5.3", "Table 3: duplicates and length", qud_tables.lengths),
            Table("s5.4", "Table 4: metrics without references", qud_tables.without_references),
            Table("s5.5", "Table 5: metrics with references", qud_tables.with_questions_by_people),
        ),
    ),
    Section(
        "Every metric against human judgement",
        "Metrics have their default settings unless the row names others. The two floors need no "
        "metric: minus the number of words, and a random number.",
        (
            *(
                Table(f"people.{part}", f"Answerability: {part}", people.answerability(part))
                for part in q_metrics.PARTS
            ),
            Table("people.simqg", "SimQG", people.simqg),
            Table(
                "people.copies",
                "SimQG: similarity, without copies of the reference",
                people.simqg_without_copies,
            ),
            Table("people.qgeval", "QGEval", people.qgeval),
            Table("people.qudeval", "QUDeval", people.qudeval),
            Table("people.wellformed", "Query well-formedness", people.wellformedness),
        ),
    ),
    Section(
        "Learned dimensions",
        "The models of `dimensions` and `quality` were fitted to human ratings. The tables show "
        "how well such models predict ratings that they have not seen.",
        (Table("dimensions", "Dimensions and quality on rows left out", dimensions.section),),
    ),
    Section(
        "Learned reference",
        "The model of `learned_reference` was fitted to human ratings, too.",
        (
            Table(
                "learned_reference",
                "Learned reference on references left out",
                learned_reference.table,
            ),
        ),
    ),
    Section(
        "The models in the package",
        "Copied from the model cards.",
        (Table("models", "Model cards", cards.models),),
    ),
    Section("Speed", "", (Table("speed", "Compared with other programs", cards.speeds),)),
    Section("Not reproduced", "", (Table("lacking", "Missing tables and data", cards.lacking),)),
)
