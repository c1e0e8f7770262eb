"""Tables of `qgauge meta`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from qgauge.cli.terminal import PLAIN_WIDTH, Cell, clean, print_rows, table, verdict

if TYPE_CHECKING:
    from qgauge.meta import Block, Comparison, Line, MetaReport
    from qgauge.stats.agreement import Ceiling
    from qgauge.stats.auc import Auc
    from qgauge.stats.correlation import Correlation, Kind

STARS = {0.001: "***", 0.01: "**", 0.05: "*"}


COMPARED = """\
Differences are computed on the rows that both metrics scored. The verdict is on the second metric:
its correlation is higher or lower if p Holm < .05 (p corrected for all pairs in the table). p and
the interval come from a bootstrap of whole clusters. Williams' test assumes that all rows (or
systems) are independent, so its p is too small if clusters have several rows. 'Not significant'
does not mean that there is no difference."""


def print_studies(out: Console, studies: Sequence[MetaReport], resamples: int) -> None:
    for study in studies:
        digest = study.judged.digest or "unknown (read from a pipe)"
        out.print(Text(clean(_title(study)), style="bold"), soft_wrap=True)
        out.print(Text(f"sha256 {digest}"), soft_wrap=True)
        for block in study.blocks:
            out.print()
            _print_block(out, block, study.level)
        out.print()
    for note in dict.fromkeys(note for study in studies for note in study.judged.notes):
        out.print(Text(f"note: {note}", style="dim"), soft_wrap=True)
    out.print(
        "* p < .05, ** p < .01, *** p < .001, after Holm's correction for the metrics of a table. "
        f"The\nsmallest p before correction is 1/{resamples + 1}. The floors are not tested. "
        "Pearson given length:\nthe partial correlation, controlling for the number of words."
    )
    if any(block.comparisons for study in studies for block in study.blocks):
        out.print(COMPARED)
    for signature in dict.fromkeys(s for study in studies for s in study.signatures.values()):
        out.print(Text(clean(f"signature {signature}")), soft_wrap=True)


def _title(study: MetaReport) -> str:
    judged = study.judged
    rows = f"{judged.name}: {_counted(len(judged.examples), 'row')}"
    if judged.copies_left_out:
        rows += f" ({judged.copies_left_out} copies of a reference excluded)"
    if not judged.clustered_by:
        return f"{rows}, not clustered"
    about = judged.clustered_by.removesuffix("_id")
    return f"{rows} in {_counted(study.clusters, 'cluster')} (same {about})"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _print_block(out: Console, block: Block, level: str) -> None:
    unrated = f", {_counted(block.unrated, 'row')} unrated" if block.unrated else ""
    out.print(
        Text.assemble((clean(block.dimension), "bold"), clean(f": {block.gold}{unrated}")),
        soft_wrap=True,
    )
    if block.reason:
        out.print(Text(f"no correlations: {block.reason}"))
    else:
        _print_lines(out, block, level)
    for reason, names in _reasons(block).items():
        out.print(Text(clean(f"{reason} ({', '.join(names)})")), soft_wrap=True)
    for line in block.metrics:
        for reason, count in line.reasons.items():
            out.print(Text(clean(f"unscored by {line.metric}: {count} ({reason})")), soft_wrap=True)
    if not block.reason:
        out.print(Text(f"human ceiling: {_ceiling(block.ceiling)}"))
        out.print(Text(f"tied gold scores: {_share(block.ties)} of the pairs"))
    out.print(Text(f"agreement between raters: {_agreement(block)}"))
    if block.comparisons:
        out.print()
        _print_comparisons(out, block, level)


def _print_lines(out: Console, block: Block, level: str) -> None:
    kinds = list(block.ceiling)
    columns = ["metric", "systems" if level == "systems" else "n", "unscored"]
    columns += [f"{kind.capitalize()} [95% CI]" for kind in kinds]
    two_valued = any(line.auc for line in block.metrics)
    columns += ["AUC [95% CI]"] if two_valued else []
    columns += ["Pearson given length", "ties"]
    lines = [(line, line.metric) for line in block.metrics]
    lines += [(line, f"floor: {line.metric}") for line in block.floor]
    cells = [
        [
            name,
            str(line.n),
            str(line.unscored),
            *(_correlation(line.correlations[kind], _stars(line, kind)) for kind in kinds),
            *([_auc(line.auc)] if two_valued else []),
            _value(line.given_length.value),
            _share(line.ties),
        ]
        for line, name in lines
    ]
    shown = table(columns, columns[1:])
    for at, row in enumerate(cells):
        shown.add_row(*map(clean, row), style="dim" if at >= len(block.metrics) else None)
    unbounded = out.options.update(width=PLAIN_WIDTH)
    if out.measure(shown, options=unbounded).maximum <= out.width:
        out.print(shown)
    else:
        print_rows(out, columns, cells, right=columns[1:])


def _print_comparisons(out: Console, block: Block, level: str) -> None:
    columns = ["correlation", "metrics", "values", "difference", "95% CI"]
    columns += ["systems" if level == "systems" else "n", "p", "p Williams", "p Holm", "verdict"]
    cells = [_compared(one) for one in block.comparisons]
    print_rows(out, columns, cells, right=columns[2:9])
    reasons: dict[str, list[str]] = {}
    for one in block.comparisons:
        if one.found.reason:
            names = f"{one.kind.capitalize()} {one.first} -> {one.second}"
            reasons.setdefault(one.found.reason, []).append(names)
    for reason, of in reasons.items():
        out.print(Text(clean(f"{reason} ({', '.join(of)})")), soft_wrap=True)


def _compared(one: Comparison) -> list[Cell]:
    found = one.found
    interval = "-"
    if found.low is not None and found.high is not None:
        interval = f"{found.low:+.3f} .. {found.high:+.3f}"
    return [
        one.kind.capitalize(),
        f"{one.first} -> {one.second}",
        f"{_value(found.first)} -> {_value(found.second)}" if found.first is not None else "-",
        "-" if found.value is None else f"{found.value:+.3f}",
        interval,
        str(found.n),
        *map(_p, (found.p, found.williams_p, one.p_holm)),
        verdict(one.verdict),
    ]


def _correlation(found: Correlation, stars: str) -> str:
    if found.value is None:
        return "-"
    ends = "-".center(16)
    if found.low is not None and found.high is not None:
        ends = f"[{found.low:6.3f}, {found.high:6.3f}]"
    return f"{found.value:.3f}{stars:<3} {ends}"


def _auc(found: Auc | None) -> str:
    if found is None or found.value is None:
        return "-"
    return str(found) if found.interval else f"{found.value:.3f} {'-'.center(14)}"


def _stars(line: Line, kind: Kind) -> str:
    p = line.p_holm.get(kind, 1.0)
    return next((stars for limit, stars in STARS.items() if p < limit), "")


def _value(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _p(p: float | None) -> str:
    if p is None:
        return "-"
    return f"{p:.4f}" if p >= 0.0001 else "<.0001"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f}%"


def _reasons(block: Block) -> dict[str, list[str]]:
    """Return each reason for a missing number with the metrics it applies to."""
    found: dict[str, list[str]] = {}
    for line in (*block.metrics, *block.floor):
        why: dict[str, list[str]] = {}
        for kind, one in line.correlations.items():
            if one.reason:
                why.setdefault(one.reason, []).append(kind.capitalize())
        partial = line.given_length
        # the length baseline never has a correlation given length
        if partial.value is None and partial.reason not in why and line.metric != "length":
            why[partial.reason] = ["given length"]
        for reason, of in why.items():
            everywhere = len(of) == len(line.correlations) and of != ["given length"]
            text = reason if everywhere else f"{', '.join(of)}: {reason}"
            found.setdefault(text, []).append(line.metric)
    return found


def _ceiling(ceiling: Mapping[Kind, Ceiling]) -> str:
    shown = []
    for kind, one in ceiling.items():
        if one.value is None:
            return f"unknown: {one.reason}"
        shown.append(f"{kind.capitalize()} {_value(one.value)}")
    return f"{', '.join(shown)} (each rater against the mean of the others)"


def _agreement(block: Block) -> str:
    kappa, alpha, full = (block.agreement[name] for name in ("kappa", "alpha", "full"))
    if kappa.value is None and alpha.value is None:
        return f"unknown: {alpha.reason}"
    names = {"kappa": kappa, f"alpha ({block.alpha_level})": alpha}
    found = [f"{name} {one}" for name, one in names.items()]
    f1 = block.agreement.get("pairwise_f1")
    if f1 and f1.value is not None:
        found.append(f"pairwise macro-F1 {_value(f1.value)}")
    return ", ".join([*found, f"full agreement in {_share(full.value)} of {full.n} rows"])
