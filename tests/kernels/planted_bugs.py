#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants one bug at a time in a copy of kernels/cuda, builds the tests with it, and expects them to fail.

Usage: planted_bugs.py SOURCE_DIR WORK_DIR COMPILER --flags FLAGS... --objects OBJECTS...
Exits 1 if a bug is planted and no test fails, or if the code that a bug replaces is no longer there.
"""

import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
from dataclasses import dataclass

# (description, file, the code, its replacement, tests)
PRODUCTS, ROWS, ATTENTION, EXPERTS, CHAINS, STREAM = "CudaProducts.Agree*", "CudaRows.*", "*CudaAttention*", "CudaExperts.*", "CudaChains.*", "CudaStream.*"
BUGS = (
    ("a barrier gone before shared memory is written again", "norm.cuh", "  barrier();  // all have read what the call before left here\n", "", PRODUCTS),
    ("a barrier gone before the warps' sums are read", "norm.cuh", "= value;\n  barrier();", "= value;", ROWS),
    ("a barrier gone before segments are joined", "gemm.cuh", "    }\n  }\n  barrier();\n", "    }\n  }\n", PRODUCTS),
    ("a barrier gone before stages become sums", "gemm_q.cuh", "    barrier();  // the stages have been read\n", "", PRODUCTS),
    ("a barrier gone between stages", "gemm_q.cuh", "    group_barrier<Shape>();\n", "", PRODUCTS),
    ("a warp's barrier where a group's is needed", "gemm_q.cuh", "    warp_barrier();\n  } else {\n    barrier();", "    warp_barrier();\n  } else {\n    warp_barrier();", PRODUCTS),
    ("a stage too few waited for", "gemm_q.cuh", "wait_copies<kStages - 2>();", "wait_copies<kStages - 1>();", PRODUCTS),
    ("a copy into the stage that is being read", "gemm_q.cuh", "(stage + kStages - 1) % kStages);", "stage);", PRODUCTS),
    ("a copy past a segment's end", "gemm_q.cuh", "    if (begin + step < end) copies", "    if (begin + step <= end) copies", PRODUCTS),
    ("a copy that belongs to no group", "gemm_q.cuh", "    commit_copies();\n", "", PRODUCTS),
    ("outputs past the matrix read", "gemm_q.cuh", "row_tile = wanted < last ? wanted : last;", "row_tile = wanted + 0 * last;", PRODUCTS),
    ("a stage that is not aligned", "gemm_q.cuh", "copy_async(stage + place(i),", "copy_async(stage + place(i) + 8,", PRODUCTS),
    ("an output for a token too many", "gemm.cuh", "token >= call.n_rows", "token > call.n_rows", PRODUCTS),
    ("a thread's sums where another's belong", "gemm.cuh", "+ group * kOfGroup + in_group;", "+ group * kOfGroup + in_group / 2;", PRODUCTS),
    ("copies that take half a sector each", "gemm_q.cuh", "return (thread_ + copy * kThreads) * 16;", "return (thread_ % kWarp * (kThreads / kWarp) + thread_ / kWarp + copy * kThreads) * 16;", "*CudaTraffic*"),
    ("quarters of a row in another order", "quantise.cuh", "i % 16 / 4 * 8 + i / 16 * 4", "i % 16 / 4 * 4 + i / 16 * 16", PRODUCTS),
    ("segments joined in another order", "gemm.cuh", "sum = add(sum, shared[s * kOfGroup + at]);", "sum = add(sum, shared[(kSegments - 1 - s) * kOfGroup + at]);", "CudaOrder.*"),
    ("a segment's totals laid where the stages are", "gemm_q.cuh", "shared_memory() + Layout::kPipeline) + thread;", "shared_memory()) + thread;", "CudaOrder.*"),
    ("a thread's totals laid over another's", "gemm_q.cuh", "aside[at * Block::kThreads]", "aside[at]", "CudaOrder.*"),
    ("a segment's sum carried over", "gemm_q.cuh", "        sum = 0;\n", "", "CudaOrder.*"),
    ("segments of another length in one shape", "gemm_q.cuh", "kWalks ? segment_begin(pairs, segment + 1)", "kWalks ? segment_begin(pairs, segment + 1) + (segment == 1)", "CudaOrder.*"),
    ("a product that is not fused", "weights_q.cuh", "sums[i] = fused(x_scales.value[i % 2], value, sums[i]);", "sums[i] = add(multiply(x_scales.value[i % 2], value), sums[i]);", "CudaOrder.*"),
    ("the next block's steps", "gemm_q.cuh", "size_t{pair >> s.shift}", "size_t{(pair + (s.shift > 0)) >> s.shift}", PRODUCTS),
    ("a factor of the wrong token", "weights_q.cuh", "sums[i] = fused(x_scales.value[i % 2]", "sums[i] = fused(x_scales.value[i / 2]", PRODUCTS),
    ("the fifth bits of the other tile", "weights_q.cuh", ">> (4 * tile);", ">> (4 - 4 * tile);", PRODUCTS),
    ("a sign bit that stays where it was", "weights_q.cuh", "(r % 2 == 0 ? word << 4 : word) & 0xf0f0f0f0u", "(r % 2 == 0 ? word << 4 : word) & 0x70707070u", PRODUCTS),
    ("rows past the last read", "quantise.cuh", "row < args.n_rows && block", "block", PRODUCTS),
    ("lanes that leave a warp", "quantise.cuh", "  const bool inside = row", "  if (row == 0 && lane() == 31) return;\n  const bool inside = row", PRODUCTS),
    ("all lanes write what one should", "rows.cuh", "if (lane() == 0) args.logits", "args.logits", ROWS),
    ("a host pointer for a kernel", "cuda_ops.cu", "                                 hidden,\n", "                                 logits,\n", ROWS),
    ("an entry too many seen", "attention_chunk.cuh", "entry >= seen.end", "entry > seen.end", ATTENTION),
    ("an entry behind the window seen", "attention_chunk.cuh", "entry < seen.first ||", "entry + 1 < seen.first ||", ATTENTION),
    ("pages behind the window read", "attention.cuh", "page < first_page ? first_page : ", "", ATTENTION),
    ("the pages of the other table", "pages.cuh", "return cache.of_window ? segment.window_pages : segment.pages;", "return segment.pages;", ATTENTION),
    ("what lies behind the last entry counts", "attention_chunk.cuh", "e < tile_sees.end; ", "true; ", ATTENTION),
    ("a value that no half holds in its place", "pages.cuh", "finite ? half : uint16_t{0}", "half", ATTENTION),
    ("a score that is not finite weighs nothing", "attention_chunk.cuh", "score == kNoScore ? 0.0f : add(exponential(score - most), score - score)", "score > kNoScore ? exponential(score - most) : 0.0f", ATTENTION),
    ("scores that are not capped", "attention_chunk.cuh", "args.softcap > 0", "args.softcap > 1e9f", ATTENTION),
    ("sums kept when a larger score comes", "attention_chunk.cuh", "run.sums[n][2 * i + 1] = multiply(run.sums[n][2 * i + 1], c.keep);", "", ATTENTION),
    ("a barrier gone between the largest scores", "attention_chunk.cuh", "    largest[i] = kNoScore;\n  }\n  barrier();", "    largest[i] = kNoScore;\n  }", ATTENTION),
    ("a barrier gone between weights and values", "attention_chunk.cuh", "  barrier();\n  mix_chunk", "  mix_chunk", ATTENTION),
    ("a barrier gone between chunks", "attention.cuh", "    barrier();\n    start(", "    start(", ATTENTION),
    ("a chunk not waited for", "attention.cuh", "wait_copies<kStages - 2>();", "wait_copies<kStages - 1>();", ATTENTION),
    ("a chunk copied over the one that is read", "attention.cuh", "stage == 0 ? kStages - 1 : stage - 1", "stage", ATTENTION),
    ("a run carried over into the next", "attention.cuh", "    of_run = {};\n", "", ATTENTION),
    ("runs of another length in a loop", "attention.cuh", "(chunk + 1) % kRunChunks != 0 &&", "", "*CudaAttentionBits*"),
    ("a run too many joined", "attention.cuh", "(seen.end + kRunEntries - 1) / kRunEntries", "(seen.end / kRunEntries + 1)", ATTENTION),
    ("a pair of dimensions turned twice", "pages.cuh", "return {2 * pair, 2 * pair + 1};", "return {2 * pair, 2 * pair};", ATTENTION),
    ("an expert chosen twice", "experts.cuh", "taken = taken || chosen[i] == e;", "taken = taken || chosen[i] == e + 1;", EXPERTS),
    ("the higher of equal experts", "experts.cuh", "logits[e] > logits[best]", "logits[e] >= logits[best]", EXPERTS),
    ("a barrier gone before pairs are counted", "experts.cuh", "choose_experts(args, row);\n  barrier();", "choose_experts(args, row);", EXPERTS),
    ("a barrier gone before blocks are given out", "experts.cuh", "args.tokens;\n  }\n  barrier();", "args.tokens;\n  }", EXPERTS),
    ("pairs of other lanes not counted", "experts.cuh", "of.before += others;", "of.before = others;", EXPERTS),
    ("slots of nobody that hold a row", "experts.cuh", "row == kNone ? 0.0f : args.x", "args.x", EXPERTS),
    ("another expert's matrices", "gemm_experts.cuh", "table.matrices[expert * kMostMatrices + number]", "table.matrices[number]", EXPERTS),
    ("a share of the wrong row", "experts.cuh", "size_t{block_index().x} * args.n_used;", "size_t{block_index().x};", EXPERTS),
    ("a residual that is written over", "norm.cuh", "args.add ? add(out[i], value) : value", "value", ROWS),
    ("the join of other rows quantised", "cuda_products.cu", "join->out == x && ", "", "CudaStep.AJoin*"),
    ("a value of the next head joined", "attention.cuh", "args.parts[part * head_dim + i % head_dim]", "args.parts[part * head_dim + i % head_dim + 1]", "*CudaAttention*:CudaStep.*"),
    ("candidates of another step", "cuda_ops.cu", "if (!staged) stage_candidates(candidates);", "if (step_.candidates.ids.empty()) stage_candidates(candidates);", "CudaStep.Other*"),
    ("tables that stay on the host", "stream.cu", "    copy_staged();\n", "", CHAINS),
    ("tables used again too early", "staging_plan.cc", "return copied_for_[at_] != 0;", "return false;", CHAINS),
    ("tables of a step under way given up", "staging_plan.cc", "if (copied_for <= step)", "if (copied_for != 0)", CHAINS),
    ("logits taken before they have come", "stream.cu", "  if (h.fine()) h.note(cudaEventSynchronize(reply.arrived));\n", "", CHAINS),
    ("the logits of another step", "stream.cu", "(h.next_reply + h.n_replies++) % kMostReplies", "h.n_replies++ % 1", CHAINS),
    ("tables that overlap", "staging_plan.cc", "used_ = begin + n_bytes;", "used_ = begin + n_bytes / 2;", CHAINS),
    ("a graph taken for another", "graph_plan.cc", "if (!std::ranges::equal(graph.launches, chain)) continue;", "if (graph.launches.size() != chain.size()) continue;", CHAINS),
    ("a stale parameter of a graph", "graph_plan.cc", "if (!(graph->launches[i] == chain[i]))", "if (graph->launches[i].kernel != chain[i].kernel)", CHAINS),
    ("a changed launch forgotten", "graph_plan.cc", "  graph->launches.assign(", "  if (build) graph->launches.assign(", CHAINS),
    ("staging used again too early", "stream.cu", "> kPinnedBytes) finish();", "> kPinnedBytes) pinned_used = 0;", CHAINS),
    ("a read that does not wait", "stream.cu", "cudaMemcpyDeviceToHost);\n  h.finish();", "cudaMemcpyDeviceToHost);", CHAINS),
    ("a thread without a device", "stream.cu", "void choose() { note(cudaSetDevice(device)); }", "void choose() {}", STREAM),
    ("an error that nobody looks at", "stream.cu", "if (fine()) note(graph->start(stream));", "if (fine()) std::ignore = graph->start(stream);", CHAINS),
    ("an error behind which the device goes on", "stream.cu", "    choose();\n    note(cudaStreamSynchronize(stream));\n    pinned", "    choose();\n    if (fine()) note(cudaStreamSynchronize(stream));\n    pinned", CHAINS),
    ("a gate of other rows", "cuda_products.cu", "gate->gate == x && ", "", "CudaStep.OnlyA*"),
    ("a gate applied twice", "cuda_products.cu", "gate->gate};\n    stream_.take_back();\n", "gate->gate};\n", "CudaStep.AGate*"),
    ("a join that is launched twice", "cuda_products.cu", "{*join, args};\n    stream_.take_back();\n", "{*join, args};\n", "CudaStep.AJoin*"),
    ("pieces copied from the first alone", "copy.cuh", "args.from + block_index().y * args.stride", "args.from", ROWS),
    ("a piece's last bytes forgotten", "copy.cuh", "    *reinterpret_cast<Words4*>(to) = *reinterpret_cast<const Words4*>(from);\n    return;\n  }\n", "    *reinterpret_cast<Words4*>(to) = *reinterpret_cast<const Words4*>(from);\n  }\n  return;\n", ROWS),
)  # fmt: skip

# The source that each header is compiled in; .cuh files not listed here belong to cuda_products.cu.
SOURCE_OF = {name: "cuda_attention.cu" for name in ("attention.cuh", "attention_chunk.cuh", "pages.cuh")} | {"rows.cuh": "cuda_ops.cu", "copy.cuh": "cuda_ops.cu", "experts.cuh": "cuda_experts.cu", "gemm_experts.cuh": "cuda_experts.cu"}


@dataclass
class Build:
    source: str
    work: pathlib.Path
    compiler: str
    flags: list[str]
    objects: list[str]  # of the tests, and the libraries


def plant(args: Build, number: int) -> tuple[str, str]:
    """The description of a bug, and whether and how it was found."""
    what, name, code, wrong, tests = BUGS[number]
    copy = args.work / str(number)
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(pathlib.Path(args.source) / "kernels/cuda", copy / "kernels/cuda")
    text = (copy / "kernels/cuda" / name).read_text()
    if text.count(code) != 1:
        return what, f"NOT PLANTED: its code is there {text.count(code)} times"
    (copy / "kernels/cuda" / name).write_text(text.replace(code, wrong))
    source = SOURCE_OF.get(name, "cuda_products.cu" if name.endswith(".cuh") else name)
    flags = [*args.flags, "-w", "-I", str(copy), "-I", args.source]
    done = subprocess.run([args.compiler, *flags, "-xc++", "-include", "tuple", "-c", copy / "kernels/cuda" / source, "-o", copy / "bug.o"], capture_output=True, text=True)  # fmt: skip
    if done.returncode != 0:
        return what, "NOT PLANTED: it does not compile\n" + done.stderr
    program = copy / "tests"
    done = subprocess.run([args.compiler, copy / "bug.o", *args.objects, "-lpthread", "-o", program], capture_output=True, text=True)
    if done.returncode != 0:
        return what, "NOT PLANTED: it does not link\n" + done.stderr
    try:
        done = subprocess.run([program, f"--gtest_filter={tests}", "--gtest_fail_fast"], capture_output=True, text=True, timeout=300, cwd=args.source)
    except subprocess.TimeoutExpired:
        return what, "NOT FOUND in five minutes"
    shutil.rmtree(copy)
    if done.returncode == 0:
        return what, "NOT FOUND"
    said = [line.removeprefix("simt: ").split(":")[0] for line in done.stderr.split("\n") if line.startswith("simt: ")]
    return what, "found: " + (said[0] if said else "wrong numbers" if done.returncode == 1 else f"exit {done.returncode}")


def main() -> int:
    source, work, compiler = sys.argv[1:4]
    flags, objects = sys.argv.index("--flags"), sys.argv.index("--objects")
    args = Build(source, pathlib.Path(work), compiler, sys.argv[flags + 1 : objects], sys.argv[objects + 1 :])
    print("| planted | |\n| --- | --- |")
    results = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for what, became in pool.map(lambda i: plant(args, i), range(len(BUGS))):
            results.append((what, became))
            print(f"| {what} | {became} |", flush=True)
    missed = [what for what, became in results if not became.startswith("found")]
    print(f"{len(results) - len(missed)} of {len(results)} found")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
