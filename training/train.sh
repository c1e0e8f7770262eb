#!/usr/bin/env bash
# Trains everything on one GPU: train.sh teachers|students DATA BASES OUT [MINUTES]
#   DATA   folder with linguist.jsonl.gz and reader.jsonl.gz (see README.md)
#   BASES  folder with minilm/ and mpnet/ (model.safetensors each) and tokenizer.json
# The three teachers train side by side; so do three seeds of each student.
set -euo pipefail
stage=$1 data=$2 bases=$3 out=$4 minutes=${5:-6.5}
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONPATH="$here:$here/../src" PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
mkdir -p "$out"
nvidia-cuda-mps-control -d >/dev/null 2>&1 || true

run() { # MODEL ARCH SEED NAME [MORE...]
    local model=$1 arch=$2 seed=$3 name=$4
    shift 4
    python3 "$here/$model.py" --data "$data/$model.jsonl.gz" --base "$bases/$arch" --arch "$arch" \
        --tokenizer "$bases/tokenizer.json" --minutes "$minutes" --seed "$seed" \
        --out "$out/$name.safetensors" "$@" >"$out/$name.log" 2>&1 &
}

if [ "$stage" = teachers ]; then
    run linguist mpnet 1 teacher-words --tasks words --rate 6e-5 --batch 48
    run linguist mpnet 1 teacher-texts --tasks texts --rate 6e-5 --batch 48
    run reader mpnet 1 teacher-reader --rate 5e-5 --pieces 8192
else
    for seed in 1 2 3; do
        run linguist minilm $seed linguist-$seed \
            --teacher "$out/teacher-words.safetensors" --text-teacher "$out/teacher-texts.safetensors"
        run reader minilm $seed reader-$seed --teacher "$out/teacher-reader.safetensors"
    done
fi
wait
tail -n 3 "$out"/*.log
