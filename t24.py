import sys
from qgauge.annotate.scheme_files import read_scheme
from qgauge.annotate.task_files import read_tasks
for s,f in [("qgeval","examples/questions.jsonl"),("qud","examples/qud.jsonl"),("concepts","examples/concepts.jsonl"),("pairs","examples/questions.jsonl"),("simqg","examples/questions.jsonl"),("answerability","examples/rated.jsonl"),("qud_similarity","examples/qud.jsonl"),("qgeval","examples/rated.jsonl"),("pairs","examples/rated.jsonl"),("concepts","examples/rated.jsonl")]:
    try:
        t=read_tasks([f],read_scheme(s))
        print(s,len(t),len({x.key for x in t}),str(t[0])[:1200])
    except Exception as e: print(s,type(e),e)
print({m for m in sys.modules if m.startswith('qgauge.models') or m in ('onnxruntime','django','numpy','pandas')})
