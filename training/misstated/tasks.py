"""The outputs of the head that finds misstated questions."""

TASKS = ("misstated", "elsewhere")
