"""Questions under discussion: articles and edges, labels, agreement with people, parsing, pages.

`documents` makes edges of rows, `criteria` has the metrics that label them, `labelling` runs these
over many edges, `study` sets labels beside people's, `parsing` asks a language model for edges,
`page` shows an article.
"""
