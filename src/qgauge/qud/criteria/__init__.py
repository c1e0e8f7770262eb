"""The four criteria of QUDeval as metrics: a module each, and one for each way to judge them.

`criterion` is what they share; `embedded`, `llm` and `reference` are the methods that several have.
"""
