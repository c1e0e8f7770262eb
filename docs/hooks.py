"""mkdocs hooks: add the pages outside docs/ to the site, and point links at their place there.

On disk, docs/set.md links to ../benchmarks/speed/README.md. The site shows that file as
project/benchmarks/speed/README.md, so the link is rewritten while the page is built.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

PROJECT = Path(__file__).parents[1]
OUTSIDE = (
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CITATION.cff",
    "training/README.md",
    "benchmarks/README.md",
    "benchmarks/speed/README.md",
    "benchmarks/extrinsic/README.md",
    "src/qgauge/models/linguist.md",
    "src/qgauge/models/reader.md",
    "src/qgauge/models/vectors.md",
    "src/qgauge/models/learned_reference.md",
    "src/qgauge/models/dimensions.md",
    "src/qgauge/models/misstated.md",
    "src/qgauge/models/usable.md",
    "src/qgauge/models/qud.md",
    "src/qgauge/models/generator.md",
    "src/qgauge/models/answer_finder.md",
    "src/qgauge/models/qud_anchor.md",
    "examples/plugin/qgauge_example.py",
)
"""Files of the repository that are pages of the site, under project/."""
_LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, *, config: Any, **_: Any) -> Files:
    """Add the pages outside docs/."""
    for path in OUTSIDE:
        text = (PROJECT / path).read_text(encoding="utf-8")
        if not path.endswith(".md"):
            language = {".py": "python", ".cff": "yaml"}[Path(path).suffix]
            text = f"# {Path(path).name}\n\n```{language}\n{text}```\n"
        files.append(File.generated(config, _site_path(path), content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Point links at the site's paths."""
    here = page.file.src_uri
    folder = posixpath.dirname(_disk_path(here))

    def on_site(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, link[1]))
        if target not in OUTSIDE and not target.startswith("docs/"):
            return link[0]
        site = posixpath.relpath(_site_path(target), posixpath.dirname(here) or ".")
        return f"]({site}{link[2] or ''})"

    return _LINK.sub(on_site, markdown)


def _site_path(path: str) -> str:
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return f"project/{path}" if path.endswith(".md") else f"project/{path}.md"


def _disk_path(site: str) -> str:
    if not site.startswith("project/"):
        return f"docs/{site}"
    path = site.removeprefix("project/")
    return path if path in OUTSIDE else path.removesuffix(".md")
