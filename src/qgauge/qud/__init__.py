"""Evaluate and parse questions under discussion (QUD), after QUDeval (Wu et al. 2023).

`edge_files` and `article_files` read files, `documents` turns rows into edges, `criteria` has the
metrics that label edges (`flags` adds two labels, `forest` the trees of the embedded method),
`labelling` runs the metrics, and `agreement` compares labels with human ones. `parsing` has a
language model write the edges of an article; `embedded_parsing` finds them with `anchors` (the
features are in `anchor_features`) and a generator, which reads the passages of `question_places`.

`qgauge.qud(rows)` calls the function `qgauge.api.qud`.
"""

from qgauge.core.callable_module import make_callable

make_callable(__name__)
