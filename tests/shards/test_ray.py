"""Shards on Ray, and in an object store: a real cluster and a real server on this machine.

These tests need the extra `test-ray` and skip without it.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.command import COMMAND

ROWS = 4500


def rows() -> list[dict[str, Any]]:
    made = [
        {
            "id": f"q{at}",
            "question": f"Who built house {at % 97}?",
            "references": [f"Who {at % 5}?"],
        }
        for at in range(ROWS)
    ]
    made[2500]["id"] = "q2501"  # the next row has it, too
    del made[3100]["question"]
    return made


@pytest.fixture
def source(tmp_path: Path) -> str:
    file = tmp_path / "made.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows()))
    return str(file)


def qgauge(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **environment},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_ray_writes_the_same_bytes(source: str, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs Ray")
    words = ["score", source, "-m", "q_bleu1", "--keep-going"]
    local = qgauge(*words, "-o", "local.jsonl", cwd=tmp_path)
    ray = qgauge(*words, "-o", "ray.jsonl", "--engine", "ray", "--workers", "2", cwd=tmp_path)
    assert ray.returncode == local.returncode == 1
    assert (tmp_path / "ray.jsonl").read_bytes() == (tmp_path / "local.jsonl").read_bytes()
    sides = [(tmp_path / f"{name}.jsonl.refused.jsonl").read_bytes() for name in ("ray", "local")]
    assert sides[0] == sides[1]
    assert ray.stdout == local.stdout
    assert not list(tmp_path.glob("*.parts"))


def test_an_error_of_the_users_comes_back_from_ray_as_a_message(
    source: str, tmp_path: Path
) -> None:
    pytest.importorskip("ray", reason="needs Ray")
    words = ["score", source, "-m", "q_bleu1", "-o", "out.jsonl", "--engine", "ray"]
    done = qgauge(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert "made.jsonl, line 2502, field 'id'" in done.stderr
    assert "kept in" in done.stderr


def test_a_cluster_that_is_not_there_is_named(source: str, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="needs Ray")
    words = ["score", source, "-m", "q_bleu1", "-o", "out.jsonl", "--engine", "ray"]
    done = qgauge(*words, "--address", "auto", cwd=tmp_path, RAY_ADDRESS="")
    assert done.returncode == 2
    assert "Ray cannot be joined at auto" in done.stderr
    assert not list(tmp_path.glob("*.parts"))


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Start an S3 server with a bucket; yield the environment of programs that use it."""
    pytest.importorskip("s3fs", reason="needs s3fs")
    moto = pytest.importorskip("moto.server", reason="needs moto")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    known = {
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_DEFAULT_REGION": "us-east-1",
        "FSSPEC_S3_ENDPOINT_URL": f"http://{host}:{port}",
    }
    for name, value in known.items():
        monkeypatch.setenv(name, value)
    import boto3

    boto3.client("s3", endpoint_url=known["FSSPEC_S3_ENDPOINT_URL"]).create_bucket(Bucket="runs")
    yield known
    server.stop()


@pytest.mark.filterwarnings("ignore")  # of boto3 and moto
@pytest.mark.parametrize("engine", ["local", "ray"])
def test_shards_can_be_kept_in_a_bucket(
    source: str, tmp_path: Path, bucket: dict[str, str], engine: str
) -> None:
    if engine == "ray":
        pytest.importorskip("ray", reason="needs Ray")
    words = ["score", source, "-m", "q_bleu1", "--keep-going"]
    qgauge(*words, "-o", "local.parts", cwd=tmp_path)
    url = f"s3://runs/{engine}/run.parts"
    there = ["-o", url, "--engine", engine, "--workers", "2"]
    done = qgauge(*words, *there, cwd=tmp_path, **bucket)
    assert done.returncode == 1, done.stderr
    import boto3

    client = boto3.client("s3", endpoint_url=bucket["FSSPEC_S3_ENDPOINT_URL"])

    def content(number: int) -> bytes:
        key = f"{engine}/run.parts/{number:06}.jsonl"
        return bytes(client.get_object(Bucket="runs", Key=key)["Body"].read())

    expected = [file.read_bytes() for file in sorted((tmp_path / "local.parts").glob("*.jsonl"))]
    assert [content(number) for number in range(5)] == expected
    # a shard that is damaged or lost is mended by the next run
    client.put_object(Bucket="runs", Key=f"{engine}/run.parts/000003.jsonl", Body=b"cut")
    client.delete_object(Bucket="runs", Key=f"{engine}/run.parts/000004.note")
    status = qgauge("run", "status", url, "--verify", cwd=tmp_path, **bucket)
    assert status.returncode == 1
    assert "shard 3" in status.stderr
    again = qgauge(*words, *there, cwd=tmp_path, **bucket)
    assert again.stdout == done.stdout
    assert f"Shard 3 of s3://runs/{engine}/run.parts is computed again" in again.stderr
    assert [content(number) for number in range(5)] == expected
    other = qgauge("score", source, "-m", "bleu1", "--keep-going", *there, cwd=tmp_path, **bucket)
    assert other.returncode == 2
    assert "the metric q_bleu1 is missing" in other.stderr
