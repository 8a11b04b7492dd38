# SPDX-License-Identifier: Apache-2.0
"""Trains the bundled model on a given number of rows. README.md describes the loss. A run that was stopped goes on if it
is started again with the same arguments."""

import argparse
import json
import os
import pathlib
import tempfile
import time

import torch
import torch.nn.functional as F

import score
from checkpoints import Checkpoints
from data import read, read_case_reports, read_fields, read_gold, read_meddocan, read_written
from gazetteer import N_HINTS
from model import Model, Shape
from muon import Lanes, Muon
from stream import ROWS_PER_PART, Source, Stream, drawn_beside
from tokenizer import Tokenizer
from windows import UNKNOWN

EMA_DECAY = 0.997
# Relative shares of the windows of the documents built here. German has the most to make up for.
SHARES = {"es": 0.12, "de": 0.34, "en": 0.28, "fr": 0.17, "it": 0.15, "ro": 0.1, "tr": 0.1, "ar": 0.16}
# The share of MEDDOCAN's windows without an identifier that is kept if other sources also teach text without identifiers.
EMPTY_WINDOWS_KEPT = 0.4


def losses(hidden, e, tok: Tokenizer, part):
    """The sum of the cross-entropies of the decided rows, and their count, from a model's hidden rows and embeddings."""
    logits = (hidden @ e[tok.outputs].T).float()
    decided = part["target"] != UNKNOWN
    return F.cross_entropy(logits.flatten(0, 1), part["target"].flatten(), ignore_index=UNKNOWN, reduction="sum"), decided.sum()


def sources(args) -> list[Source]:
    if args.gold:
        return [Source(read_gold(args.gold), 1.0)]
    left_out = json.loads((args.work / "corpus/left_out.json").read_text())
    meddocan = [doc for doc in read_meddocan(args.corpora / "meddocan.train.jsonl.gz") if doc["id"] not in left_out]
    reports = read_case_reports(args.work / "corpus/case_reports.train.jsonl.gz")
    synthetic = {p.name.split(".")[1]: read(p) for p in sorted(args.work.glob("corpus/train.*.jsonl.gz"))}
    rest = 1 - args.meddocan - args.reports - args.written - args.fields
    manners = args.manners
    more = [doc for documents in synthetic.values() for doc in documents]
    return [
        Source(meddocan, args.meddocan, synthetic["es"], EMPTY_WINDOWS_KEPT if rest else 1.0, manners),
        Source(reports, args.reports, more, 0.5, manners),
        Source(read_written(args.writers), args.written, more),
        Source(read_fields(), args.fields, more),
        *(Source(documents, rest * SHARES[lang] / sum(SHARES[one] for one in synthetic), manners=manners) for lang, documents in synthetic.items()),
    ]


def train(args, lanes=Lanes()):
    torch.manual_seed(args.seed + lanes.lane)
    tok = Tokenizer(args.work / "tokenizer.model")
    shape = {"n_vocab": tok.n_vocab, "n_layers": args.layers, "d_model": args.width, "n_heads": args.width // 64, "d_ff": args.ff}
    started_from = torch.load(args.start_from, weights_only=True) if args.start_from else {"shape": shape}
    model = Model(Shape(**{**started_from["shape"], "n_hints": N_HINTS if tok.gazetteer else 0}))
    if args.start_from:
        model.load_state_dict({**model.hint_weights(), **started_from["weights"]})
    model.to(args.device)
    weights = list(model.parameters())
    lanes.share([p.data for p in weights])
    print(f"{sum(p.numel() for p in model.parameters())} parameters", flush=True)
    inner = [p for n, p in model.named_parameters() if p.ndim == 2 and "embd" not in n]
    others = [p for n, p in model.named_parameters() if p.ndim == 1 or "embd" in n]
    muon = Muon(inner, args.lr, lanes)
    adam = torch.optim.AdamW(others, lr=args.lr * 0.1, betas=(0.9, 0.98), weight_decay=0.0, fused=args.device == "cuda")
    ema = {k: v.clone() for k, v in model.state_dict().items()}

    # One after another, which all have the same code, so that it is compiled once.
    for layer in model.layers:
        layer.compile(dynamic=True)
    rows_per_part = ROWS_PER_PART[args.device]
    stream = Stream(sources(args), tok, args.corruption, args.seed + lanes.lane, rows_per_part)
    step, seen, since = 0, 0, torch.zeros(2, device=args.device)  # the sum of the losses, and how many
    seconds = 0.0  # the mean of the lanes' clocks at the last step: all must take the same steps at the same rate
    parts = {"model": model, "muon": muon, "adam": adam, "stream": stream}
    told = {name: str(value) for name, value in vars(args).items() if name not in ("work", "drawing")}
    checkpoints = Checkpoints(args.work, lanes.lane, lanes.count, told)
    if state := checkpoints.load():
        step, seen, seconds, ema = (state[name] for name in ("step", "seen", "seconds", "ema"))
        for name, part in parts.items():
            part.load_state_dict(state[name])
        torch.set_rng_state(state["rng"])
        if args.device == "cuda":
            torch.cuda.set_rng_state(state["cuda"])
    parts_to_learn = drawn_beside(stream, args.drawing) if args.device == "cuda" else iter(stream)
    first, start, shown = step + 1, time.time() - seconds, (seconds, seen)
    model.train()
    while (done := max(seen / (1e6 * args.rows), seconds / (60 * args.minutes))) < 1:
        # Linear warm-up over 30 steps, a plateau, and a linear decay over the last share of the rows or minutes: a run
        # without decay can be continued without a restart.
        rate = min(1.0, (step + 1) / 30, (1 - done) / args.decay if args.decay else 1.0)
        muon.param_groups[0]["lr"] = args.lr * rate
        adam.param_groups[0]["lr"] = args.lr * 0.1 * rate
        sums, rows = torch.zeros_like(since), 0
        for _ in range(args.parts // lanes.count):
            part = next(parts_to_learn)
            rows += int(part["lengths"].sum())
            part = {name: tensor.to(args.device, non_blocking=True) for name, tensor in part.items()}
            with torch.autocast(args.device, torch.bfloat16):
                hidden = model(part["ids"], part["lengths"], part["hints"], args.dropout)
                total, count = losses(hidden, model.token_embd.weight, tok, part)
            (total / (args.parts * rows_per_part)).backward()
            sums += torch.stack([total.detach(), count])
        clock = torch.tensor([time.time() - start, float(rows)])
        lanes.sum([p.grad for p in weights] + [sums, clock])
        seconds = float(clock[0]) / lanes.count
        seen += int(clock[1])
        torch.nn.utils.clip_grad_norm_(others, 1.0)
        muon.step(), adam.step()
        muon.zero_grad(), adam.zero_grad()
        decay = min(EMA_DECAY, (step + 1) / (step + 10))
        torch._foreach_lerp_(list(ema.values()), list(model.state_dict().values()), 1 - decay)
        step += 1
        if step == first:  # it compiled the layers: the clock starts here
            seconds = shown[0]
            start, shown = time.time() - seconds, (seconds, seen)
        since += sums
        if seconds - shown[0] > args.interval or step == 20 and first < 20:
            if lanes.lane == 0:
                passes = "" if args.device == "cuda" else "  passes " + " ".join(f"{p:.2f}" for p in stream.passes)
                print(
                    f"{seen / 1e6:5.2f} M rows  step {step}  {(seen - shown[1]) / (seconds - shown[0]):.0f} rows/s  loss "
                    f"{since[0] / since[1]:.5f}{passes}",
                    flush=True,
                )
                save(model, ema, args.work)
            shown = seconds, seen
            since.zero_()
            state = {name: part.state_dict() for name, part in parts.items()}
            state |= {"step": step, "seen": seen, "seconds": seconds, "ema": ema, "rng": torch.get_rng_state()}
            if args.device == "cuda":
                state["cuda"] = torch.cuda.get_rng_state()
            checkpoints.save(step, state)
    if lanes.lane == 0:
        save(model, ema, args.work)
    lanes.sum([torch.zeros(1)])  # waits until the model is written
    checkpoints.remove()
    return plain(model, ema)


def on_cpu(weights) -> dict:
    return {name: weight.cpu() for name, weight in weights.items()}


def plain(model, weights) -> Model:
    """The model on the CPU, without compiled layers."""
    copy = Model(model.s)
    copy.load_state_dict(on_cpu(weights))
    return copy


def save(model, weights, work: pathlib.Path) -> None:
    """Writes WORK/model.pt, which is complete at all times."""
    torch.save({"shape": vars(model.s), "weights": on_cpu(weights)}, work / "model.pt.new")
    (work / "model.pt.new").replace(work / "model.pt")


def arguments(given=None):
    p = argparse.ArgumentParser()
    p.add_argument("--corpora", type=pathlib.Path, help="needed without --gold")
    p.add_argument("--gold", type=pathlib.Path, help="documents to train on in place of the corpora")
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--rows", type=float, default=60, help="millions of rows; 2 cores do some 10 an hour")
    p.add_argument("--minutes", type=float, default=1e9, help="from the end of the first step, which compiles the model; end by then with fewer rows, the rate at 0 all the same")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--layers", type=int, default=6)
    p.add_argument("--width", type=int, default=384)
    p.add_argument("--ff", type=int, default=1024)
    p.add_argument("--lr", type=float, default=0.02)
    p.add_argument("--decay", type=float, default=0.6, help="share of the rows over which the rate falls to 0")
    p.add_argument("--dropout", type=float, default=0.1)
    p.add_argument("--corruption", type=float, default=0.04, help="source tokens replaced at random, so that context must carry the decision")
    p.add_argument("--meddocan", type=float, default=0.31, help="share of the windows from MEDDOCAN's 500 notes, the one real sample with real labels")
    p.add_argument("--reports", type=float, default=0.14, help="share of the windows from the case reports that were read")
    p.add_argument("--written", type=float, default=0.35, help="share of the windows from notes as they are typed and spoken")
    p.add_argument("--writers", type=float, default=1.0, help="share of these notes that are learnt, writer by writer")
    p.add_argument("--fields", type=float, default=0.1, help="share of the windows from values of fields; most have some ten rows")
    p.add_argument("--manners", type=float, default=0.0, help="share of the other documents that are written as typed in haste, dictated or scanned (manners.py)")
    p.add_argument("--parts", type=int, default=2, help="parts of a step, so that two lanes have one each; Muon's time is that of a step, some 300 ms, not of its rows")
    p.add_argument("--lanes", type=int, choices=(1, 2), default=1, help="processes of one thread each that share a step")
    p.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    p.add_argument("--drawing", type=int, default=max(1, (os.cpu_count() or 2) - 2), help="processes that draw windows for a GPU")
    p.add_argument("--interval", type=float, default=60, help="seconds between checkpoints, which take a third of one each")
    p.add_argument("--start-from", type=pathlib.Path, help="a model.pt to go on from, in its shape")
    args = p.parse_args(given)
    if args.device == "cuda" and args.lanes > 1:
        p.error("--device cuda has one lane")
    if args.parts % args.lanes:
        p.error("--parts is not a multiple of --lanes")
    if not args.corpora and not args.gold:
        p.error("the following arguments are required: --corpora or --gold")
    return args


def run_lane(lane: int, args, meet: str):
    lanes = Lanes(lane, args.lanes, meet)
    model = train(args, lanes)
    if lane == 0 and args.corpora:
        documents = read_meddocan(args.corpora / "meddocan.dev.jsonl.gz")[::5]  # a rough check; the program gives the final scores
        tokenizer = Tokenizer(args.work / "tokenizer.model")
        print(score.show(score.report(model, tokenizer, "meddocan.dev", documents)[0]), flush=True)


def run(args) -> None:
    """Trains in args.lanes processes, to WORK/model.pt."""
    with tempfile.TemporaryDirectory() as folder:
        torch.multiprocessing.spawn(run_lane, (args, f"{folder}/meet"), nprocs=args.lanes)


if __name__ == "__main__":
    run(arguments())
