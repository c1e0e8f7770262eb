"""What reader, inference model and verifier can do: a behaviour suite as in CheckList.

    python -m training.behaviour [--engine ROLE=ENGINE] [--failures N] [--json FILE]

CheckList: Ribeiro et al. 2020, https://aclanthology.org/2020.acl-main.442. The cases are in
`cases/`, one file per capability; `outcomes.py` says what passes. A role that this version of
qgauge does not have is reported as not run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from qgauge.tools import open_tool
from qgauge.tools.registry import EMBEDDED, ROLES
from training.behaviour.cases import KINDS, read_capabilities
from training.behaviour.outcomes import rows
from training.behaviour.report import as_json, failures, table


def open_tools(engines: Mapping[str, str], threads: int) -> dict[str, Any]:
    """Open a tool for every role that the cases need and that qgauge has."""
    roles = [one.role for one in KINDS.values() if one.role in ROLES]
    return {role: open_tool(role, engines.get(role, EMBEDDED), threads=threads) for role in roles}


def main(arguments: Sequence[str] | None = None, tools: Mapping[str, Any] | None = None) -> None:
    """Run the suite and print its table.

    Args:
        arguments: The command line, without the program; by default that of the process.
        tools: The tools by role; by default those that the command line names.
    """
    options = _parser().parse_args(arguments)
    engines = dict(options.engine)
    capabilities = read_capabilities(options.cases) if options.cases else read_capabilities()
    if options.capability:
        capabilities = [one for one in capabilities if one.name in options.capability]
    if missing := set(options.capability) - {one.name for one in capabilities}:
        raise SystemExit(f"There is no capability {', '.join(sorted(missing))}.")
    used = open_tools(engines, options.threads) if tools is None else tools
    results = rows(capabilities, used)
    print("\n".join([*table(results), *failures(results, options.failures)]))
    if options.json:
        report = as_json(results, {role: tool.identity for role, tool in used.items()})
        text = json.dumps(report, ensure_ascii=False, indent=1)
        options.json.write_text(text + "\n", encoding="utf-8")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.behaviour", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--engine",
        type=_engine,
        action="append",
        default=[],
        metavar="ROLE=ENGINE",
        help="the engine of a role, such as reader=hf:FOLDER; embedded by default",
    )
    parser.add_argument(
        "--capability", action="append", default=[], metavar="NAME", help="run only this one"
    )
    parser.add_argument(
        "--failures", type=int, default=0, metavar="N", help="list N failures of each row"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all replies to FILE")
    parser.add_argument("--cases", type=Path, metavar="FOLDER", help="read other cases")
    parser.add_argument("--threads", type=int, default=1)
    return parser


def _engine(text: str) -> tuple[str, str]:
    role, _, engine = text.partition("=")
    roles = [one.role for one in KINDS.values()]
    if role not in roles or not engine:
        raise argparse.ArgumentTypeError(f"write ROLE=ENGINE; the roles are {', '.join(roles)}")
    return role, engine


if __name__ == "__main__":
    main()
