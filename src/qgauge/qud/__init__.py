"""Questions under discussion: articles and edges, labels, agreement with people, parsing, pages.

`edge_files` and `article_files` read files, `documents` makes edges of rows, `criteria` has the
metrics that label them (`flags` two more labels, `forest` the trees of the embedded method),
`labelling` runs these over many edges, `agreement` sets labels beside people's, `parsing` asks a
language model for edges, `page` shows an article.
"""
