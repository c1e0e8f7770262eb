"""The four criteria of QUDeval (Wu et al. 2023) as metrics, one module each.

`criterion` has their base class; `embedded`, `llm` and `reference` are methods that several share.
"""
