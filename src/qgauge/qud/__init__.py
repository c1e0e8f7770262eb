"""Questions under discussion: articles and edges, labels, agreement with people, parsing, pages.

`documents` makes edges of rows, `labelling` runs the criteria over them, `study` sets labels beside
people's, `parsing` asks a language model for edges, `page` shows an article.
"""
