"""`python -m qgauge`: the same as the command `qgauge`."""

from qgauge.cli import main

if __name__ == "__main__":  # workers that are started afresh import this module under another name
    main()
