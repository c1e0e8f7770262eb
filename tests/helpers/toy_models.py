"""Toy models, saved to disk like real ones so that the real code loads them."""

from __future__ import annotations

import gc
import json
import string
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs

SIGNS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
WORDS = ["who", "built", "the", "tower", "ada", "it", "a", "is", "was", "?", "."]
LETTERS = [*string.ascii_lowercase, *string.digits, *string.punctuation]
VOCABULARY = list(dict.fromkeys([*SIGNS, *WORDS, *LETTERS, *(f"##{one}" for one in LETTERS)]))
WIDTH = 16


# ------------------------------------------------------------------ Hugging Face


def save_tokenizer(folder: Path, longest: int) -> None:
    """Save a BERT word-piece tokeniser that covers every ASCII word."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    numbers = {word: number for number, word in enumerate(VOCABULARY)}
    made = Tokenizer(models.WordPiece(numbers, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.BertProcessing(
        ("[SEP]", numbers["[SEP]"]), ("[CLS]", numbers["[CLS]"])
    )
    names = zip(("pad", "unk", "cls", "sep", "mask"), SIGNS, strict=True)
    PreTrainedTokenizerFast(
        tokenizer_object=made,
        model_max_length=longest,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
        **{f"{name}_token": sign for name, sign in names},
    ).save_pretrained(folder)


def save_bert(
    folder: Path,
    head: str,
    *,
    labels: Sequence[str] = (),
    longest: int = 64,
    seed: int = 1,
    layers: int = 2,
    points_at: str = "",
    order: Sequence[int] = (),
) -> Path:
    """Save a small random BERT with this head.

    `points_at` makes one word stand out: a reader answers with it, and a tagger gives it the second
    label and all other words the first. `order` permutes the rows of the head and the labels.
    """
    import torch
    import transformers

    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=len(VOCABULARY),
        hidden_size=WIDTH,
        num_hidden_layers=layers,
        num_attention_heads=2,
        intermediate_size=WIDTH,
        max_position_embeddings=longest,
        initializer_range=0.02 if points_at else 0.5,
    )
    if labels:
        placed = [labels[at] for at in order] if order else list(labels)
        config.id2label = dict(enumerate(placed))
        config.label2id = {label: at for at, label in config.id2label.items()}
    model = getattr(transformers, head)(config)
    final = getattr(model, "qa_outputs", getattr(model, "classifier", None))
    with torch.no_grad():
        if points_at:
            row = torch.tensor([1.0, -1.0] * (WIDTH // 2))
            model.bert.embeddings.position_embeddings.weight.zero_()
            model.bert.embeddings.token_type_embeddings.weight.zero_()
            words = model.bert.embeddings.word_embeddings.weight
            words[:, ::2] = words[:, 1::2]  # only one word has a non-zero value in this row
            words[VOCABULARY.index(points_at)] = 50 * row
            final.weight.zero_()
            final.weight[0 if "Question" in head else 1 :] = row
            final.bias.copy_(torch.tensor([WIDTH / 2, 0.0]))
        if order:
            final.weight.copy_(final.weight[list(order)].clone())
            final.bias.copy_(final.bias[list(order)].clone())
    transformers.utils.logging.disable_progress_bar()
    model.save_pretrained(folder)
    save_tokenizer(folder, longest)
    return folder


def save_roberta(folder: Path, head: str, *, longest: int = 64, prefix_space: bool = False) -> Path:
    """Save a small random RoBERTa: a byte-level vocabulary, and positions from 2."""
    import torch
    import transformers
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("A", "d"), ("Ad", "a")]
    names = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *letters, *map("".join, merges)]
    made = Tokenizer(models.BPE({name: at for at, name in enumerate(names)}, merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix_space)
    made.decoder = decoders.ByteLevel()
    made.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0))
    tokens = transformers.RobertaTokenizerFast(
        tokenizer_object=made, model_max_length=longest, add_prefix_space=prefix_space
    )
    tokens.save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.RobertaConfig(
        vocab_size=len(names),
        hidden_size=WIDTH,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=WIDTH,
        max_position_embeddings=longest + 2,
        type_vocab_size=1,
        initializer_range=0.5,
    )
    transformers.utils.logging.disable_progress_bar()
    getattr(transformers, head)(config).save_pretrained(folder)
    return folder


def save_t5(folder: Path, *, longest: int = 64, seed: int = 1, marker: bool = True) -> Path:
    """Save a small random T5 that writes words of a small vocabulary.

    `marker` adds `<hl>` as a special token, as the models for questions have it.
    """
    import torch
    import transformers
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    names = ["<pad>", "</s>", "<unk>", *WORDS, *LETTERS, *(f"##{one}" for one in LETTERS), "many"]
    names = list(dict.fromkeys([*names, "how", "why", "when"]))
    numbers = {name: at for at, name in enumerate(names)}
    made = Tokenizer(models.WordPiece(numbers, unk_token="<unk>"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    made.post_processor = processors.TemplateProcessing("$A </s>", special_tokens=[("</s>", 1)])
    tokens = transformers.PreTrainedTokenizerFast(
        tokenizer_object=made,
        model_max_length=longest,
        model_input_names=["input_ids", "attention_mask"],
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        additional_special_tokens=["<hl>"] if marker else [],
    )
    tokens.save_pretrained(folder)
    torch.manual_seed(seed)
    config = transformers.T5Config(
        vocab_size=len(tokens),
        d_model=WIDTH,
        d_kv=8,
        d_ff=WIDTH,
        num_layers=1,
        num_heads=2,
        initializer_factor=1.5,
        decoder_start_token_id=0,
    )
    model = transformers.T5ForConditionalGeneration(config)
    with torch.no_grad():
        model.shared.weight[1] *= 1.5  # so that some texts end early
    transformers.utils.logging.disable_progress_bar()
    model.save_pretrained(folder)
    return folder


def save_bart(folder: Path, *, longest: int = 64) -> Path:
    """Save a small random BART: absolute positions, and a first token that is always the same."""
    import torch
    import transformers

    tokens = save_roberta(folder, "RobertaModel", longest=longest)  # for its tokeniser
    number = json.loads((tokens / "config.json").read_text())["vocab_size"]
    torch.manual_seed(1)
    config = transformers.BartConfig(
        vocab_size=number,
        d_model=WIDTH,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=WIDTH,
        decoder_ffn_dim=WIDTH,
        max_position_embeddings=longest,
        init_std=0.5,
        bos_token_id=0,
        pad_token_id=1,
        eos_token_id=2,
        decoder_start_token_id=2,
        forced_bos_token_id=0,
    )
    transformers.BartForConditionalGeneration(config).save_pretrained(folder)
    return folder


NLI = ("contradiction", "entailment", "neutral")
GED = ("$KEEP", "$DELETE", "$REPLACE_the", "B-verb")


def save_hf(role: str, folder: Path, **more: Any) -> Path:
    """Save a toy model for this role."""
    heads: Mapping[str, tuple[str, Mapping[str, Any]]] = {
        "reader": ("BertForQuestionAnswering", {"points_at": "ada"}),
        "entailer": ("BertForSequenceClassification", {"labels": NLI}),
        "classifier": (
            "BertForSequenceClassification",
            {"labels": ("HUM:ind", "num_date", "LOC:city")},
        ),
        "grammarian": ("BertForTokenClassification", {"labels": GED}),
        "encoder": ("BertModel", {}),
        "comparer": ("BertForSequenceClassification", {"labels": ("score",)}),
    }
    if role == "generator":
        return save_t5(folder, **more)
    head, usual = heads[role]
    return save_bert(folder, head, **{**usual, **more})


# ------------------------------------------------------------------ spaCy

_TREES = [
    ("Who built the tower ?", "PRON VERB DET NOUN PUNCT", "1 1 3 1 1", "nsubj ROOT det dobj punct"),
    ("It was built by Ada .", "PRON AUX VERB ADP PROPN PUNCT", "2 2 2 2 3 2",
     "nsubjpass auxpass ROOT agent pobj punct"),
    ("Ada is in London .", "PROPN AUX ADP PROPN PUNCT", "1 1 1 2 1", "nsubj ROOT prep pobj punct"),
]  # fmt: skip


def save_spacy(folder: Path) -> Path:
    """Save a pipeline with a tagger and a parser trained on three sentences, and one name."""
    import spacy
    from spacy.training import Example
    from spacy.util import fix_random_seed

    fix_random_seed(1)
    pipeline = spacy.blank("en")
    small = {"@architectures": "spacy.HashEmbedCNN.v2", "pretrained_vectors": None, "width": 16}
    small |= {"depth": 1, "embed_size": 100, "window_size": 1, "maxout_pieces": 2}
    small |= {"subword_features": True}
    pipeline.add_pipe("morphologizer", config={"model": {"tok2vec": small}})
    pipeline.add_pipe("parser", config={"min_action_freq": 1, "model": {"tok2vec": small}})
    ruler = pipeline.add_pipe("entity_ruler")
    examples = []
    for text, tags, heads, relations in _TREES:
        marks = {"words": text.split(), "pos": tags.split(), "deps": relations.split()}
        marks["heads"] = [int(head) for head in heads.split()]
        document = spacy.tokens.Doc(pipeline.vocab, words=text.split())
        examples.append(Example.from_dict(document, marks))
    optimizer = pipeline.initialize(lambda: examples)
    for _ in range(40):
        pipeline.update(examples, sgd=optimizer, drop=0.0)
    ruler.add_patterns([{"label": "PERSON", "pattern": "Ada"}])
    pipeline.to_disk(folder)
    return folder


# ------------------------------------------------------------------ Stanza

_SENTENCES = [
    ("Who built it ?", "PRON VERB PRON PUNCT", "who build it ?", "2 0 2 2", "nsubj root obj punct"),
    ("Ada built the tower .", "PROPN VERB DET NOUN PUNCT", "Ada build the tower .", "2 0 4 2 2",
     "nsubj root det obj punct"),
]  # fmt: skip


def save_stanza(folder: Path) -> Path:
    """Save a tokeniser, a tagger, a lemmatiser and a parser, trained on two sentences."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # Stanza's trainers leave files open
        _train_stanza(folder)
        gc.collect()
    return folder


def _train_stanza(folder: Path) -> None:
    from stanza.models import lemmatizer, parser, tagger, tokenizer

    data = folder / "data"
    data.mkdir(parents=True)
    trees, texts, labels = [], [], []
    for written, tags, lemmas, heads, relations in _SENTENCES * 20:
        forms = written.split()
        rows = zip(
            forms, lemmas.split(), tags.split(), heads.split(), relations.split(), strict=True
        )
        trees += [
            "\t".join([str(at), word, lemma, tag, "_", "_", head, relation, "_", "_"])
            for at, (word, lemma, tag, head, relation) in enumerate(rows, 1)
        ]
        trees.append("")
        text = " ".join(forms[:-1]) + forms[-1]
        ends, at = ["0"] * len(text), 0
        for word in forms:
            at = text.index(word, at) + len(word)
            ends[at - 1] = "1"
        ends[-1] = "2"
        texts.append(text)
        labels.append("".join(ends))
    (data / "in.conllu").write_text("\n".join(trees) + "\n")
    (data / "in.txt").write_text("\n\n".join(texts) + "\n\n")
    (data / "in.label").write_text("\n\n".join(labels) + "\n\n")
    (data / "mwt.json").write_text("[]")
    text, label, tree = (str(data / f"in.{kind}") for kind in ("txt", "label", "conllu"))

    def place(role: str) -> list[str]:
        return ["--save_dir", str(folder / "en" / role), "--save_name", "toy.pt", "--cpu"]

    named = ["--lang", "en", "--shorthand", "en_toy"]
    words = ["--txt_file", text, "--label_file", label, "--mwt_json_file", str(data / "mwt.json")]
    words += ["--dev_txt_file", text, "--dev_label_file", label, "--dev_conll_gold", tree]
    words += ["--conll_file", str(data / "out"), "--steps", "60", "--eval_steps", "60"]
    tokenizer.main([*words, "--hidden_dim", "32", *named, *place("tokenize")])
    files = ["--train_file", tree, "--eval_file", tree, "--output_file", str(data / "out")]
    small = ["--no_pretrain", "--max_steps", "30", "--eval_interval", "30", "--hidden_dim", "16"]
    small += ["--num_layers", "1", "--char_hidden_dim", "16", "--deep_biaff_hidden_dim", "16"]
    small += ["--word_emb_dim", "8", "--transformed_dim", "8", "--char_emb_dim", "8"]
    tagger.main([*files, *named, *small, *place("pos")])
    parser.main([*files, *named, *small, *place("depparse")])
    lemmatizer.main([*files, "--shorthand", "en_toy", "--dict_only", *place("lemma")])
    roles = ("tokenize", "pos", "lemma", "depparse")
    toys: dict[str, Any] = {role: {"toy": {"md5": ""}} for role in roles}
    toys |= {"lang_name": "English", "packages": {"default": dict.fromkeys(roles, "toy")}}
    (folder / "resources.json").write_text(json.dumps({"en": toys}))


# ------------------------------------------------------------------ LanguageTool


@contextmanager
def languagetool(busy: int = 0, answer: Any = None) -> Iterator[str]:
    """Start a local LanguageTool server and yield its URL.

    It finds "teh" (error), a doubled "the" (error) and "very" (style). The first `busy` requests
    get a 503; `answer` replaces the findings.
    """
    refused = [busy]

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            given = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            if refused[0] > 0:
                refused[0] -= 1
                self.send_error(503)
                return
            if self.path != "/v2/check" or given.get("language") != ["en-US"]:
                self.reply(400, b"Error: that is no language code")
                return
            said = answer if answer is not None else _checked(given["text"][0])
            self.reply(200, said if isinstance(said, bytes) else json.dumps(said).encode())

        def reply(self, code: int, body: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _checked(text: str) -> dict[str, Any]:
    units = text.encode("utf-16-le")  # Java counts UTF-16 code units
    rules = [("teh", "MORFOLOGIK_RULE_EN_US", "misspelling", ["the", "tech"])]
    rules += [("the the", "ENGLISH_WORD_REPEAT_RULE", "duplication", ["the"])]
    rules += [("very", "EN_WEAK_ADJECTIVE", "style", [])]
    matches = []
    for wrong, id, kind, better in rules:
        at = units.find(wrong.encode("utf-16-le"))
        while at >= 0:
            matches.append(
                {
                    "message": "Possible mistake found.",
                    "offset": at // 2,
                    "length": len(wrong),
                    "replacements": [{"value": one} for one in better],
                    "rule": {"id": id, "issueType": kind, "category": {"id": "MISC"}},
                }
            )
            at = units.find(wrong.encode("utf-16-le"), at + 2)
    software = {"name": "LanguageTool", "version": "6.4", "buildDate": "2024-03-28 14:05:28 +0000"}
    return {"software": software, "language": {"code": "en-US"}, "matches": matches}
