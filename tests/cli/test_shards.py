"""Large runs in shards write the same bytes as plain ones, and can be resumed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow.parquet
import pytest
from helpers.command import COMMAND
from helpers.fault_server import FaultServer

from qgauge.sets.comparing import BlockTask

from .conftest import EXAMPLES, Run

ROWS = 3200
Write = Callable[[str, Any], str]


def rows(count: int = ROWS) -> list[Any]:
    return [
        {
            "id": f"q{at}",
            "system": "ab"[at % 2],
            "question": f"Who built house {at % 97}?",
            "references": [f"Who built the house {at % 89}?"],
            "passage": f"House {at % 7} was built by Ada.",
        }
        for at in range(count)
    ]


def spoiled() -> list[Any]:
    """Return rows of which some are bad, in the first shard and in later ones."""
    made = rows()
    made[5] = "{not JSON"
    made[1500] = {"id": "no question"}
    made[2101] = {**made[2101], "id": "q7"}
    made[2102] = {**made[2102], "id": "q2104"}
    made[3000] = ""
    return made


def plain(qgauge: Run, *words: str) -> Any:
    """Run with the rows on stdout, which is never in shards."""
    done = qgauge(*words, "-o", "-")
    assert done.returncode in (0, 1), done.stderr
    return done


@pytest.mark.parametrize("workers", ["1", "2"])
def test_scored_rows_and_means_are_those_of_a_plain_run(
    qgauge: Run, write: Write, tmp_path: Path, workers: str
) -> None:
    file = write("made.jsonl", rows())
    words = ["score", file, "-m", "q_bleu1", "-m", "bleu4:level=corpus"]
    expected = plain(qgauge, *words)
    done = qgauge(*words, "-o", "out.jsonl", "--workers", workers)
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout
    assert done.stdout == expected.stderr
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.jsonl"]


def test_bad_rows_go_to_the_same_side_file(qgauge: Run, write: Write, tmp_path: Path) -> None:
    file = write("made.jsonl", spoiled())
    words = ["score", file, "-m", "bleu1", "--keep-going"]
    expected = plain(qgauge, *words, "--refused", "plain.jsonl")
    done = qgauge(*words, "-o", "out.jsonl", "--refused", "side.jsonl")
    assert done.returncode == 1
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout
    side = (tmp_path / "side.jsonl").read_text()
    assert side == (tmp_path / "plain.jsonl").read_text()
    assert [json.loads(line)["line"] for line in side.splitlines()] == [6, 1501, 2102, 2105]
    assert "4 row(s) refused" in done.stderr


def test_a_bad_row_stops_the_run_and_keeps_what_is_done(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    made = rows()
    made[2500] = {"id": "no question"}
    file = write("made.jsonl", made)
    stopped = qgauge("score", file, "-m", "bleu1", "-o", "out.jsonl")
    assert stopped.returncode == 2
    assert "made.jsonl, line 2501, field 'question'" in stopped.stderr
    assert "shards are kept in" in stopped.stderr
    assert not (tmp_path / "out.jsonl").exists()
    status = json.loads(qgauge("run", "status", "out.jsonl", "--json").stdout)
    assert status["finished"] >= 2
    # the bad row may be skipped instead: that does not change the other rows
    done = qgauge("score", file, "-m", "bleu1", "-o", "out.jsonl", "--keep-going")
    assert done.returncode == 1
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == ROWS - 1


def test_input_without_good_rows_is_an_error(qgauge: Run, write: Write) -> None:
    file = write("made.jsonl", [{"id": str(at)} for at in range(1500)])
    done = qgauge("score", file, "-m", "bleu1", "-o", "out.jsonl", "--keep-going")
    assert done.returncode == 2
    assert "none of the 1500 rows can be used" in done.stderr


def test_the_first_good_row_has_the_signature_wherever_it_is(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    file = write("made.jsonl", [*({"id": f"bad{at}"} for at in range(1200)), *rows(1100)])
    words = ["score", file, "-m", "bleu1", "--keep-going"]
    expected = plain(qgauge, *words)
    qgauge(*words, "-o", "out.jsonl")
    written = (tmp_path / "out.jsonl").read_text()
    assert written == expected.stdout
    assert "signature" in written.splitlines()[0]
    for _ in range(2):  # also if the shards are there already
        assert qgauge(*words, "-o", "out.parts").returncode == 1
        shards = sorted((tmp_path / "out.parts").glob("*.jsonl"))
        assert "".join(shard.read_text() for shard in shards) == written


def late_columns() -> list[Any]:
    """Return rows of which a late one shows that a column holds passages."""
    long = "It was a long and cold winter in the town by the sea that year."
    made = [{"id": f"q{at}", "question": "Who?", "references": ["Who?"]} for at in range(6000)]
    made[2500]["document"] = long
    for row in made[3000:]:
        row["document"] = ""
    return made


@pytest.mark.parametrize("workers", ["1", "2"])
def test_what_a_column_holds_does_not_depend_on_workers(
    qgauge: Run, write: Write, tmp_path: Path, workers: str
) -> None:
    words = ["score", write("made.jsonl", late_columns()), "-m", "bleu1"]
    expected = plain(qgauge, *words).stdout
    qgauge(*words, "-o", "out.jsonl", "--workers", workers)
    assert (tmp_path / "out.jsonl").read_text() == expected
    # the shard that the driver had to parse can be mended, too
    qgauge(*words, "-o", "out.parts", "--workers", workers)
    with (tmp_path / "out.parts" / "000002.jsonl").open("a") as damaged:
        damaged.write("x")
    (tmp_path / "out.parts" / "000004.note").unlink()
    again = qgauge(*words, "-o", "out.parts", "--workers", workers)
    assert again.returncode == 0
    assert "Shard 2 of out.parts is computed again" in again.stderr
    shards = sorted((tmp_path / "out.parts").glob("*.jsonl"))
    assert "".join(shard.read_text() for shard in shards) == expected


def test_metrics_in_another_order_are_another_run(qgauge: Run, write: Write) -> None:
    made = [*rows(), {"id": "no question"}]
    words = ["score", write("made.jsonl", made), "-o", "out.jsonl"]
    qgauge(*words, "-m", "bleu1", "-m", "q_bleu1")
    other = qgauge(*words, "-m", "q_bleu1", "-m", "bleu1", "--keep-going")
    assert other.returncode == 2
    assert "the metrics are in another order" in other.stderr


def test_a_shorter_input_from_stdin_leaves_no_shards_of_a_longer_one(
    qgauge: Run, tmp_path: Path
) -> None:
    lines = [json.dumps(row) + "\n" for row in rows()]
    words = ["score", "-", "-m", "bleu1", "-o", "out.parts"]
    qgauge(*words, stdin="".join(lines))
    assert qgauge(*words, stdin="".join(lines[:1000])).returncode == 0
    assert [one.name for one in (tmp_path / "out.parts").glob("*.jsonl")] == ["000000.jsonl"]
    assert "1 of 1 shards finished, 1,000 rows" in qgauge("run", "status", "out.parts").stdout


def test_a_named_pipe_is_read_once(qgauge: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "made.jsonl")
    text = "".join(json.dumps(row) + "\n" for row in rows(1500))
    writer = Thread(target=(tmp_path / "made.jsonl").write_text, args=[text])
    writer.start()
    assert qgauge("score", "made.jsonl", "-m", "bleu1", "-o", "out.jsonl").returncode == 0
    writer.join()
    assert len((tmp_path / "out.jsonl").read_text().splitlines()) == 1500


def test_a_folder_that_does_not_exist_is_not_created(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    file = write("made.jsonl", rows(1500))
    done = qgauge("score", file, "-m", "bleu1", "-o", "no/such/out.jsonl")
    assert done.returncode == 2
    assert "does not exist; create it first" in done.stderr
    assert os.listdir(tmp_path) == ["made.jsonl"]


@pytest.mark.parametrize(
    "more",
    [
        ["--top", "5"],
        ["--each-passage", "--top", "3"],
        ["--threshold", ".7", "--require", "share(rouge_l<.5)<=1%"],
    ],
)
def test_ranked_rows_are_those_of_a_plain_run(
    qgauge: Run, write: Write, tmp_path: Path, more: list[str]
) -> None:
    file = write("made.jsonl", [*rows(), {"id": "none", "question": "Who?"}])
    words = ["rank", file, "-m", "rouge_l", *more]
    expected = plain(qgauge, *words, "--json")
    done = qgauge(*words, "-o", "out.jsonl", "--json", "--workers", "2")
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout
    assert json.loads(done.stdout) == json.loads(expected.stderr)


def test_the_table_of_a_large_ranking_shows_the_best_rows(qgauge: Run, write: Write) -> None:
    file = write("made.jsonl", [*rows(1300), {"id": "none", "question": "Who?"}])
    shown = qgauge("rank", file, "-m", "rouge_l", "-o", "out.jsonl").stdout.splitlines()
    assert len(shown) == 26
    assert "… and 1,280 more in out.jsonl" in shown
    assert any("1 row(s) unscored and not ranked: no references (id none)" in one for one in shown)
    whole = qgauge("rank", file, "-m", "rouge_l").stdout.splitlines()
    assert [line.split() for line in whole[1:20]] == [line.split() for line in shown[1:20]]


def test_passages_are_ranked_in_the_order_of_their_first_row(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    made = rows(1500)
    made[3].pop("references")  # the first row of its passage has no score
    words = ["rank", write("made.jsonl", made), "-m", "bleu1", "--each-passage"]
    expected = plain(qgauge, *words)
    qgauge(*words, "-o", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout


def test_fields_are_interpreted_once(qgauge: Run, write: Write, tmp_path: Path) -> None:
    made = [{**row, "answer": "A", "options": ["B", "C", "x"]} for row in rows(1500)]
    words = ["rank", write("made.jsonl", made), "-m", "bleu1", "--top", "3", "--json"]
    expected = plain(qgauge, *words)
    done = qgauge(*words, "-o", "out.jsonl")
    _, brace, told = expected.stderr.partition("{")  # after what the reader says
    assert json.loads(done.stdout) == json.loads(brace + told)
    assert json.loads(done.stdout)["ranked"][0]["answer"] == "B"


def test_ranking_needs_one_file(qgauge: Run, write: Write) -> None:
    done = qgauge("rank", write("made.jsonl", rows(3)), "-m", "rouge_l", "-o", "out.parts")
    assert done.returncode == 2
    assert "use `qgauge score`" in done.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_noised_rows_are_those_of_a_plain_run(
    qgauge: Run, write: Write, tmp_path: Path, workers: str
) -> None:
    words = ["noise", write("made.jsonl", rows()), "--include-original"]
    expected = plain(qgauge, *words)
    done = qgauge(*words, "-o", "out.jsonl", "--workers", workers)
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout
    assert done.stdout == expected.stderr


def test_labelled_edges_are_those_of_a_plain_run(qgauge: Run, write: Write, tmp_path: Path) -> None:
    article = {"sentences": ["The pool closes in May.", "It leaks.", "Marta built it."]}
    edges = [
        {"id": f"e{at}", "system": "ab"[at % 2], "question": f"Why does pool {at % 9} close?"}
        | {"anchor": 1, "answer_sentence": 2 + at % 2}
        for at in range(1300)
    ]
    file = write("made.jsonl", [{"id": "pool", **article, "edges": edges}])
    words = ["qud", "eval", file, "--criterion", "relevance", "--method", "bleu1", "--no-flags"]
    expected = plain(qgauge, *words)
    done = qgauge(*words, "-o", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout
    assert done.stdout == expected.stderr
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.jsonl"]


def test_a_set_is_read_and_compared_in_shards(
    qgauge: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qgauge.sets.pair_search.BLOCK", 4)
    words = ["set", str(EXAMPLES.parent / "set.jsonl"), "--keep", "5"]
    expected = plain(qgauge, *words)
    monkeypatch.setattr("qgauge.cli.set.BLOCK", 5)
    monkeypatch.setattr("qgauge.data.blocks.BLOCK", 5)
    done = qgauge(*words, "-o", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == expected.stdout
    assert done.stdout == expected.stderr
    assert os.listdir(tmp_path) == ["out.jsonl"]
    # stopped before the last block of pairs: all that was read and compared is kept
    compare, told = BlockTask.compare, 0

    def stopped(task: BlockTask, tools: Any) -> Any:
        nonlocal told
        told += 1
        if told == 3:
            raise KeyboardInterrupt
        return compare(task, tools)

    monkeypatch.setattr(BlockTask, "compare", stopped)
    assert qgauge(*words, "-o", "again.jsonl").returncode == 130
    kept = json.loads(qgauge("run", "status", "again.jsonl", "--json").stdout)["finished"]
    assert qgauge(*words, "-o", "again.jsonl", "--workers", "2").returncode == 0
    assert kept >= 4
    assert (tmp_path / "again.jsonl").read_text() == expected.stdout
    assert sorted(os.listdir(tmp_path)) == ["again.jsonl", "out.jsonl"]
    assert qgauge(*words, "-o", "out.parts").returncode == 2


@pytest.mark.parametrize("ending", ["json", "csv", "parquet"])
def test_other_formats_are_made_of_the_same_rows(
    qgauge: Run, write: Write, tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["score", write("made.jsonl", rows()), "-m", "bleu1"]
    qgauge(*words, "-o", f"shards.{ending}")
    monkeypatch.setattr("qgauge.cli.shard_source.BLOCK", 10_000)
    qgauge(*words, "-o", f"plain.{ending}")
    shards, whole = ((tmp_path / f"{name}.{ending}").read_bytes() for name in ("shards", "plain"))
    assert shards == whole


def test_a_page_is_that_of_a_plain_run(
    qgauge: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["score", write("made.jsonl", rows()), "-m", "bleu1", "-o", "out.jsonl"]
    words += ["--html", "page.html", "--require", "min(bleu1)>=.5"]
    qgauge(*words)
    shards = (tmp_path / "page.html").read_text()
    monkeypatch.setattr("qgauge.cli.shard_source.BLOCK", 10_000)
    qgauge(*words)
    assert shards == (tmp_path / "page.html").read_text()


def test_a_folder_of_shards_can_be_the_output(qgauge: Run, write: Write, tmp_path: Path) -> None:
    words = ["score", write("made.jsonl", rows()), "-m", "bleu1"]
    expected = plain(qgauge, *words).stdout
    done = qgauge(*words, "-o", "out.parts")
    assert done.returncode == 0
    shards = sorted((tmp_path / "out.parts").glob("*.jsonl"))
    assert [shard.name for shard in shards] == [f"{at:06}.jsonl" for at in range(4)]
    assert "".join(shard.read_text() for shard in shards) == expected
    again = qgauge(*words, "-o", "out.parts")
    assert again.stdout == done.stdout
    assert again.stderr == "qgauge: 4 shards are there already, in out.parts.\n"
    shown = qgauge("run", "status", "out.parts").stdout
    assert "qgauge score: complete" in shown
    assert "4 of 4 shards finished, 3,200 rows" in shown
    lines = qgauge("run", "status", "out.parts", "--shards", "--verify").stdout.splitlines()
    assert [line.split()[0] for line in lines[-4:]] == [f"{at:06}" for at in range(4)]


def test_status_names_damaged_shards(qgauge: Run, write: Write, tmp_path: Path) -> None:
    qgauge("score", write("made.jsonl", rows()), "-m", "bleu1", "-o", "out.parts")
    (tmp_path / "out.parts" / "000002.jsonl").write_text("cut")
    assert qgauge("run", "status", "out.parts").returncode == 0
    done = qgauge("run", "status", "out.parts", "--verify")
    assert done.returncode == 1
    assert "shard 2 of out.parts is damaged: its rows are damaged" in done.stderr
    assert "000000 to 000001  finished" in done.stdout
    assert qgauge("run", "status", "nothing.parts").returncode == 2


def test_a_folder_of_parquet_files_replaces_an_earlier_one(
    qgauge: Run, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qgauge.data.table_writing._ROWS_PER_FILE", 1000)
    words = ["score", write("made.jsonl", rows()), "-m", "bleu1"]
    qgauge(*words, "-o", "whole.parquet")
    for _ in range(2):
        assert qgauge(*words, "-o", "out.parquet", "--sharded").returncode == 0
        assert sorted(os.listdir(tmp_path / "out.parquet")) == [
            f"part-{at:05}.parquet" for at in range(4)
        ]
        whole = pyarrow.parquet.read_table(tmp_path / "whole.parquet")
        assert pyarrow.parquet.read_table(tmp_path / "out.parquet").equals(whole)
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.parquet", "whole.parquet"]
    (tmp_path / "out.parquet" / "mine.txt").write_text("x")
    refused = qgauge(*words, "-o", "out.parquet", "--sharded")
    assert refused.returncode == 2
    assert "holds other files, such as mine.txt" in refused.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--restart"], "--restart needs -o"),
        (["--sharded", "-o", "-"], "--sharded needs -o"),
        (["--sharded", "-o", "out.csv"], "its name must end in .parquet"),
        (["--engine", "ray"], "--engine ray needs -o"),
        (["--engine", "spark", "-o", "o.jsonl"], "there is no engine 'spark'"),
        (["--address", "auto", "-o", "o.jsonl"], "--address needs --engine ray"),
        (["-o", "s3://bucket/out.jsonl"], "its name must end in .parts"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    qgauge: Run, write: Write, tmp_path: Path, words: list[str], said: str
) -> None:
    done = qgauge("score", write("made.jsonl", rows(3)), "-m", "bleu1", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert not [name for name in os.listdir(tmp_path) if name.startswith("out")]


def test_a_changed_input_setting_or_metric_is_refused_until_restart(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    made = rows()
    made[3100] = {"id": "no question"}
    file = write("made.jsonl", made)
    words = ["score", file, "-o", "out.jsonl"]
    qgauge(*words, "-m", "bleu1")
    other = qgauge(*words, "-m", "bleu2")
    assert other.returncode == 2
    assert "the metric bleu1 is missing" in other.stderr
    assert qgauge("noise", file, "-o", "out.jsonl").returncode == 2
    write("made.jsonl", rows())
    changed = qgauge(*words, "-m", "bleu1")
    assert "the input made.jsonl has changed" in changed.stderr
    assert "--restart" in changed.stderr
    small = qgauge("score", write("small.jsonl", rows(3)), "-m", "bleu1", "-o", "out.jsonl")
    assert small.returncode == 2  # the folder of another run is never ignored
    done = qgauge(*words, "-m", "bleu1", "--restart")
    assert done.returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.jsonl", "small.jsonl"]


def started(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        # in the background of a shell, the tests ignore Ctrl-C, and so would the command
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for_shards(folder: Path, count: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < deadline:
        if len(list(folder.glob("*.note"))) >= count:
            return
        time.sleep(0.005)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_stopped_run_is_resumed_and_leaves_no_temporary_file(
    qgauge: Run, write: Write, tmp_path: Path, number: signal.Signals, workers: str
) -> None:
    file = write("made.jsonl", rows(20_000))
    words = ["score", file, "-m", "q_bleu1", "-o", "out.jsonl"]
    process = started([*words, "--workers", workers], tmp_path)
    wait_for_shards(tmp_path / "out.jsonl.parts", 3, process)
    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
    said = process.communicate(timeout=120)[1].decode()
    assert process.returncode != 0
    assert "Traceback" not in said
    if number != signal.SIGKILL:
        assert "the same command resumes the run" in said
    kept = json.loads(qgauge("run", "status", "out.jsonl", "--json").stdout)["finished"]
    assert 2 <= kept < 20
    assert qgauge(*words).returncode == 0
    assert (tmp_path / "out.jsonl").read_text() == plain(qgauge, *words[:-2]).stdout
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.jsonl"]


def test_a_killed_worker_ends_the_run_which_is_then_resumed(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    file = write("made.jsonl", rows(20_000))
    words = ["score", file, "-m", "q_bleu1", "-o", "out.jsonl"]
    process = started([*words, "--workers", "2"], tmp_path)
    wait_for_shards(tmp_path / "out.jsonl.parts", 3, process)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for child in children:
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            os.kill(int(child), signal.SIGKILL)
            break
    said = process.communicate(timeout=120)[1].decode()
    assert process.returncode == 2
    assert "A worker process was killed" in said
    assert qgauge(*words).returncode == 0
    assert (tmp_path / "out.jsonl").read_text() == plain(qgauge, *words[:-2]).stdout
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.jsonl"]


def test_two_runs_on_one_output_are_told_apart(write: Write, tmp_path: Path, qgauge: Run) -> None:
    file = write("made.jsonl", rows(20_000))
    words = ["score", file, "-m", "q_bleu1", "-o", "out.jsonl"]
    process = started(words, tmp_path)
    wait_for_shards(tmp_path / "out.jsonl.parts", 1, process)
    second = qgauge(*words)
    assert second.returncode == 2
    assert "another run is using this folder" in second.stderr
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert sorted(os.listdir(tmp_path)) == ["made.jsonl", "out.jsonl"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_target_is_named(qgauge: Run, write: Write, tmp_path: Path) -> None:
    file = write("made.jsonl", rows(1500))
    (tmp_path / "there").mkdir(mode=0o500)
    done = qgauge("score", file, "-m", "bleu1", "-o", "there/out.jsonl")
    assert done.returncode == 2
    assert "there/out.jsonl.parts: cannot write here: Permission denied" in done.stderr


def test_a_resumed_judge_is_asked_again_about_unscored_rows(
    qgauge: Run, write: Write, tmp_path: Path
) -> None:
    made = [{"id": str(at), "question": f"Who built house {at}?"} for at in range(1010)]
    file = write("made.jsonl", made)
    with FaultServer() as server:
        judge = f"server:m@{server.url},concurrency=16,store=answers.sqlite"
        words = ["judge", "run", file, "--rubric", "fluency", "-o", "out.parts", "--judge"]
        limited = qgauge(*words, f"{judge},limit_calls=1005")
        assert limited.returncode == 0
        assert ": 5 (" in limited.stdout  # unscored by the limit
        done = qgauge(*words, judge)
        assert done.returncode == 0
        assert sum(server.paid.values()) == 1010
    assert "unscored by" not in done.stdout
    shards = sorted((tmp_path / "out.parts").glob("*.jsonl"))
    written = [json.loads(line) for one in shards for line in one.read_text().splitlines()]
    assert [row["id"] for row in written] == [row["id"] for row in made]
    assert all(row["scores"]["judge:rubric=fluency"]["value"] is not None for row in written)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder on a disk of its own, of one megabyte; only root can make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True
    )
    if made.returncode:
        pytest.skip("cannot mount a file system here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.skipif(shutil.which("mount") is None, reason="needs mount")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_full_disk_is_named_and_the_run_goes_on_when_there_is_room(
    qgauge: Run, write: Write, small_disk: Path, tmp_path: Path, workers: str
) -> None:
    file = write("made.jsonl", rows())
    words = ["score", file, "-m", "q_bleu1", "--workers", workers]
    full = qgauge(*words, "-o", "disk/out.jsonl")
    assert full.returncode == 2
    assert "disk/out.jsonl" in full.stderr
    assert "cannot write here: No space left on device" in full.stderr
    assert not (small_disk / "out.jsonl").exists()
    assert not list(small_disk.rglob("*.tmp"))
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    assert qgauge(*words, "-o", "disk/out.jsonl").returncode == 0
    assert (small_disk / "out.jsonl").read_text() == plain(qgauge, *words).stdout
    assert os.listdir(small_disk) == ["out.jsonl"]
