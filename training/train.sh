#!/usr/bin/env bash
# Train on one GPU: train.sh DATA BASES OUT [TEACHER_MINUTES [ALL_MINUTES [MODELS]]]
#   DATA   folder with linguist.jsonl.gz and reader.jsonl.gz (see README.md)
#   BASES  folder with minilm/ and mpnet/ (model.safetensors each) and tokenizer.json
#   MODELS "linguist reader" (both), or one of them, which then has the GPU for itself
# Trains the teachers in parallel, then three seeds of each student; the reader's seeds share a process.
# Everything ends after ALL_MINUTES. An existing teacher in OUT is reused. The reader's students start
# from the mean of OUT/start-*.safetensors (the seeds of an earlier run) if there are any.
set -euo pipefail
data=$1 bases=$2 out=$3 teacher_minutes=${4:-5} all_minutes=${5:-24} models=${6:-linguist reader}
root=$(cd "$(dirname "$0")/.." && pwd)
export PYTHONPATH="$root:$root/src" PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
mkdir -p "$out"
nvidia-cuda-mps-control -d >/dev/null 2>&1 || true # let the kernels of several processes overlap

run() { # MODEL NAME OPTIONS...
    local model=$1 name=$2
    shift 2
    python3 -m "training.$model.train" "$@" --data "$data/$model.jsonl.gz" \
        --tokenizer "$bases/tokenizer.json" --out "$out/$name" >>"$out/$name.log" 2>&1
}
teacher() { # MODEL NAME OPTIONS...
    [ -e "$out/$2-1.safetensors" ] ||
        run "$@" --base "$bases/mpnet" --arch mpnet --minutes "$teacher_minutes" &
}
ready() { # a teacher can be used as soon as its file exists; its figures may take longer
    until [ -e "$out/$1-1.safetensors" ]; do sleep 1; done
}
left() { python3 -c "print(max(0.1, $all_minutes - $SECONDS / 60 - 1))"; }

if [[ $models == *linguist* ]]; then
    teacher linguist teacher-words --tasks words --rate 6e-5 --batch 48
    teacher linguist teacher-texts --tasks texts --rate 4e-5 --batch 48
fi
if [[ $models == *reader* ]]; then
    teacher reader teacher-reader --rate 5e-5 --pieces 8192
fi
if [[ $models == *linguist* ]]; then
    ready teacher-words
    ready teacher-texts
    for seed in 1 2 3; do # small batches: one process per seed makes twice as many steps
        run linguist linguist --base "$bases/minilm" --seeds $seed --minutes "$(left)" \
            --teacher "$out/teacher-words-1.safetensors" \
            --text-teacher "$out/teacher-texts-1.safetensors" &
    done
fi
if [[ $models == *reader* ]]; then
    ready teacher-reader
    start=("$out"/start-*.safetensors)
    [ -e "${start[0]}" ] && start=(--start "${start[@]}") || start=()
    run reader reader --base "$bases/minilm" --added 1 "${start[@]}" --seeds 1 2 3 \
        --minutes "$(left)" --teacher "$out/teacher-reader-1.safetensors" &
fi
wait
grep -h -e RESULT -e Error "$out"/*.log
