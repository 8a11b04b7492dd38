#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants bugs in a copy of kernels/cuda, runs the tests with one of them at a time, and expects each run to fail.

The copy is compiled once: a function that bugs are planted in gets a body for each of them, and the program chooses
one by its environment (tests/support/planted_bug.h).

Usage: planted_bugs.py SOURCE_DIR WORK_DIR COMPILER --flags FLAGS... --objects OBJECTS...
Exits 1 if no test fails with a bug, or if the code that a bug replaces is no longer there. That is found by its tokens
(tests/support/code_place.py), so that comments and layout may change.
"""

import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from code_place import place_of

# (description, file, the code, its replacement, tests)
PRODUCTS, CUBLAS, ROWS, EXPERTS, CHAINS, STREAM = "CudaProducts.Agree*", "CudaCublasRows.Agree*", "CudaRows.*", "CudaExperts.*", "CudaChains.*:*CudaReplies.*", "CudaStream.*"
ATTENTION, WINDOWS, BANDS, ENCODERS = "*CudaAttention*", "CudaAttention.W*:CudaAttention.A*", "CudaAttention.WithinA*:CudaAttention.ABand*", "CudaEncoderStep.*"
BUGS = (
    ("a barrier gone before shared memory is written again", "norm.cuh", "barrier();\n  if (lane() == 0) shared[", "if (lane() == 0) shared[", ROWS),
    ("a barrier gone before the warps' sums are read", "norm.cuh", "= value;\n  barrier();", "= value;", ROWS),
    ("a barrier gone before segments are joined", "gemm.cuh", "  });\n  barrier();\n", "  });\n", PRODUCTS),
    ("a barrier gone before stages become sums", "gemm_q.cuh", "barrier();\n    join_sums<Shape>", "join_sums<Shape>", PRODUCTS),
    ("a barrier gone between stages", "gemm_q.cuh", "    group_barrier<Shape>();\n", "", PRODUCTS),
    ("a warp's barrier where a group's is needed", "gemm_q.cuh", "    warp_barrier();\n  } else {\n    barrier();", "    warp_barrier();\n  } else {\n    warp_barrier();", PRODUCTS),
    ("a stage too few waited for", "gemm_q.cuh", "wait_copies<kStages - 2>();", "wait_copies<kStages - 1>();", PRODUCTS),
    ("a copy into the stage that is being read", "gemm_q.cuh", "(stage + kStages - 1) % kStages);", "stage);", PRODUCTS),
    ("a copy past a segment's end", "gemm_q.cuh", "    if (begin + step < end) copies", "    if (begin + step <= end) copies", PRODUCTS),
    ("a copy that belongs to no group", "gemm_q.cuh", "    commit_copies();\n", "", PRODUCTS),
    ("outputs past the matrix read", "gemm_q.cuh", "row_tile = wanted < last ? wanted : last;", "row_tile = wanted + 0 * last;", PRODUCTS),
    ("a stage that is not aligned", "gemm_q.cuh", "copy_async(stage + place(i),", "copy_async(stage + place(i) + 8,", PRODUCTS),
    ("an output for a token too many", "gemm.cuh", "token < n_rows;", "token <= n_rows;", PRODUCTS),
    ("a sum added to another output", "gemm.cuh", "before[at] = outputs.before(row, token)", "before[at] = outputs.before(row, token ^ 1)", PRODUCTS),
    ("a joined sum added to another output", "gemm.cuh", "before[k] = outputs.before(row, token)", "before[k] = outputs.before(row, token ^ 1)", PRODUCTS),
    ("a thread's sums where another's belong", "gemm.cuh", "+ group * kOfGroup + in_group;", "+ group * kOfGroup + in_group / 2;", PRODUCTS),
    ("copies that take half a sector each", "gemm_q.cuh", "return (thread_ + copy * kThreads) * 16;", "return (thread_ % kWarp * (kThreads / kWarp) + thread_ / kWarp + copy * kThreads) * 16;", "*CudaTraffic*"),
    ("quarters of a row in another order", "quantise.cuh", "i % 16 / 4 * 8 + i / 16 * 4", "i % 16 / 4 * 4 + i / 16 * 16", PRODUCTS),
    ("segments joined in another order", "gemm.cuh", "sum = add(sum, shared[s * kOfGroup + at]);", "sum = add(sum, shared[(kSegments - 1 - s) * kOfGroup + at]);", "CudaOrder.*"),
    ("a barrier gone before a block counts", "gemm.cuh", "shared_memory());\n  barrier();\n  if (thread_index().x == 0)", "shared_memory());\n  if (thread_index().x == 0)", PRODUCTS),
    ("a fence gone before a block counts", "gemm.cuh", "    device_fence();\n    before = count(", "    before = count(", PRODUCTS),
    ("a fence gone after a block has counted", "gemm.cuh", "kSegments - 1);\n    device_fence();\n", "kSegments - 1);\n", PRODUCTS),
    ("a barrier gone before blocks know which is the last", "gemm.cuh", "  }\n  barrier();\n  if (before", "  }\n  if (before", PRODUCTS),
    ("a block that joins before the last is there", "gemm.cuh", "if (before != kSegments - 1) return;", "if (before < kSegments - 2) return;", PRODUCTS),
    ("a counter that does not return to 0", "gemm.cuh", "block_index().y, kSegments - 1);", "block_index().y, kSegments);", "CudaStep.Spread*"),
    ("one counter for all tiles", "gemm.cuh", "count(spread.arrived + block_index().y,", "count(spread.arrived,", "CudaProducts.Together*"),
    ("sums laid over another tile's", "gemm.cuh", "size_t{block_index().y} * kSegments * Block", "size_t{block_index().y} * Block", "CudaProducts.Together*"),
    ("blocks joined in another order", "gemm.cuh", "of_thread[(s * Block", "of_thread[((kSegments - 1 - s) * Block", "CudaOrder.*"),
    ("a block with another's segment", "gemm_q.cuh", "kSpread ? block_index().x : group", "kSpread ? (block_index().x + 1) % kSegments : group", "CudaOrder.*"),
    ("too little room for the sums of four blocks", "launch_blocks.h", "size_t{Block::kTileBlocks} * Block::kThreads", "size_t{Block::kThreads}", PRODUCTS),
    ("no memory planned for the sums of four blocks", "cuda_ops.cu", " + spread_bytes()", "", STREAM),
    ("segments spread though their blocks fill the card", "cuda_products.cu", "row_blocks >= (few", "row_blocks > (few", STREAM),
    ("a segment's totals laid where the stages are", "gemm_q.cuh", "shared_memory() + Layout::kPipeline) + thread;", "shared_memory()) + thread;", "CudaOrder.*"),
    ("a thread's totals laid over another's", "gemm_q.cuh", "aside[at * Block::kThreads]", "aside[at]", "CudaOrder.*"),
    ("a segment's sum carried over", "gemm_q.cuh", "        sum = 0;\n", "", "CudaOrder.*"),
    ("segments of another length in one shape", "gemm_q.cuh", "kWalks ? segment_begin(pairs, segment + 1)", "kWalks ? segment_begin(pairs, segment + 1) + (segment == 1)", "CudaOrder.*"),
    ("a product that is not fused", "weights_q.cuh", "sums[i] = fused(x_scales.value[i % 2], value, sums[i]);", "sums[i] = add(multiply(x_scales.value[i % 2], value), sums[i]);", "CudaOrder.*"),
    ("the next block's steps", "gemm_q.cuh", "size_t{pair >> s.shift}", "size_t{(pair + (s.shift > 0)) >> s.shift}", PRODUCTS),
    ("a factor of the wrong token", "weights_q.cuh", "sums[i] = fused(x_scales.value[i % 2]", "sums[i] = fused(x_scales.value[i / 2]", PRODUCTS),
    ("the fifth bits of the other tile", "weights_q.cuh", ">> (4 * tile);", ">> (4 - 4 * tile);", PRODUCTS),
    ("a sign bit that stays where it was", "weights_q.cuh", "(r % 2 == 0 ? word << 4 : word) & 0xf0f0f0f0u", "(r % 2 == 0 ? word << 4 : word) & 0x70707070u", PRODUCTS),
    ("a size that has a sign", "quantise.cuh", "bits_of_float(value) & kSize", "bits_of_float(value)", PRODUCTS),
    ("blocks of a row left out", "norm.cuh", "block += size_t{args.parts} * kNormWarps", "block += to.blocks", PRODUCTS + ":CudaProducts.ANorm*"),
    ("a row's value past its end", "norm.cuh", "values[k] = i < d ? load(i) : past_end;", "values[k] = load(i < d ? i : 0);", ROWS),
    ("blocks of a row that do the same", "pages.cuh", "block_index().x * kRopeThreads + thread_index().x", "thread_index().x", ATTENTION),
    ("pairs of a row left out", "pages.cuh", "i += args.parts * kRopeThreads", "i += n_pairs", ATTENTION),
    ("rows past the last read", "quantise.cuh", "row < args.n_rows && column", "column", PRODUCTS),
    ("columns past a row's end read", "quantise.cuh", "row < args.n_rows && column < args.cols;", "row < args.n_rows;", PRODUCTS),
    ("a row past the last copied", "gemm_q.cuh", "copy_async_or_zeros(stage + place(i), from, s.exists);", "copy_async(stage + place(i), from);", "*CudaHalvesTraffic*"),
    ("a row that exists taken as zero", "gemm_q.cuh", "of.first_token + at % kOfTile / kBytes < of.args.call.n_rows", "of.first_token + at % kOfTile / kBytes + 1 < of.args.call.n_rows", PRODUCTS),
    ("the second of two numbers left out", "weights_f16.cuh", "part < kParts;", "part < 1;", PRODUCTS),
    ("the second of two numbers that is the first", "quantise.cuh", "add(value, -value16(args.form, high))", "value", PRODUCTS),
    ("a block's scale of the wrong token", "weights_f16.cuh", "x_scales.value[i % 2]", "x_scales.value[i / 2]", PRODUCTS),
    ("numbers in the other tile of a pair", "quantise.cuh", "2 * block + lane() / 16", "2 * block + 1 - lane() / 16", PRODUCTS),
    ("a number that overflows a half", "quantise.cuh", "float_of_bits((254 + 14 - exponent) << 23)", "float_of_bits((254 + 17 - exponent) << 23)", PRODUCTS),
    ("a block whose infinity is lost", "quantise.cuh", "args.scales[of_row] = broken ? NAN : small", "args.scales[of_row] = small", "CudaProducts.WhatIs*"),
    ("numbers that are not scaled", "quantise.cuh", "const uint32_t exponent = largest_bits >> 23;", "const uint32_t exponent = 127 + 14;", "CudaProducts.OneHalf*"),
    ("lanes that leave a warp", "quantise.cuh", "  const bool inside = row", "  if (row == 0 && lane() == 31) return;\n  const bool inside = row", PRODUCTS),
    ("all lanes write what one should", "candidates.cuh", "if (lane() == 0) args.logits", "args.logits", ROWS),
    ("a host pointer for a kernel", "cuda_ops.cu", "w.cols,\n hidden,", "w.cols,\n logits,", ROWS),
    ("a row too many scored", "candidates.cuh", "if (r >= tile.n_rows ||", "if (r > tile.n_rows ||", ROWS),
    ("an id too many scored", "candidates.cuh", "|| first + i >= tile.n_ids)", "|| first + i > tile.n_ids)", ROWS),
    ("rows past the last read for candidates", "candidates.cuh", "r < tile.n_rows ? r : tile.n_rows - 1", "r", ROWS),
    ("a logit of the row before", "candidates.cuh", "+ r * tile.stride", "+ (r / 2) * tile.stride", ROWS),
    ("sums in another order for many rows", "candidates.cuh", "const float sum = warp_sum(sums[r][i]);", "const float sum = warp_sum(Shape::kRows == 1 ? sums[r][i] : shuffle_xor(sums[r][i], lane() % 2));", ROWS),
    ("the ids of the first list for all", "cuda_ops.cu", "      list = lists.size();\n", "", ROWS),
    ("tiles of many rows run as tiles of one", "cuda_ops.cu", "tiles.insert(tiles.end(), many", "tiles.insert(tiles.begin(), many", ROWS),
    ("an entry too many seen", "pages.cuh", "entry < entries.end", "entry <= entries.end", ATTENTION),
    ("an entry behind the window seen", "pages.cuh", "entry >= entries.first &&", "entry + 1 >= entries.first &&", ATTENTION),
    ("pages behind the window read", "attention_tile.cuh", "page < first_page ? first_page : ", "", ATTENTION),
    ("the pages of the other table", "pages.cuh", "return cache.of_window ? segment.window_pages : segment.pages;", "return segment.pages;", ATTENTION),
    ("what lies behind the last entry counts", "attention_tile.cuh", "contains(seen, entry + 1)", "entry + 1 >= seen.first", ATTENTION),
    ("a value that no half holds in its place", "pages.cuh", "finite ? value_half : uint16_t{0}", "value_half", WINDOWS),
    ("a key that no half holds weighs nothing", "pages.cuh", "(key_half & kExponent) != kExponent && ", "", WINDOWS),
    ("a score that is not finite weighs nothing", "attention_chunk.cuh", "score == kNoScore ? 0.0f : add(exponential(score - most), score - score)", "score > kNoScore ? exponential(score - most) : 0.0f", ATTENTION),
    ("sums kept when a larger score comes", "attention_chunk.cuh", "run.sums[n][2 * i + 1] = multiply(run.sums[n][2 * i + 1], c.keep);", "", ATTENTION),
    ("a barrier gone between the largest scores", "attention_chunk.cuh", "    largest[i] = kNoScore;\n  }\n  barrier();", "    largest[i] = kNoScore;\n  }", ATTENTION),
    ("a barrier gone between weights and values", "attention_chunk.cuh", "  barrier();\n  mix_chunk", "  mix_chunk", ATTENTION),
    ("a barrier gone between chunks", "attention.cuh", "    barrier();\n    start(", "    start(", ATTENTION),
    ("a chunk not waited for", "attention.cuh", "wait_copies<kStages - 2>();", "wait_copies<kStages - 1>();", ATTENTION),
    ("a chunk copied over the one that is read", "attention.cuh", "stage == 0 ? kStages - 1 : stage - 1", "stage", ATTENTION),
    ("a run carried over into the next", "attention.cuh", "    of_run = {};\n", "", ATTENTION),
    ("runs of another length in a loop", "attention.cuh", "(chunk + 1) % kRunChunks != 0 &&", "", "*CudaAttentionBits*"),
    ("a run too many joined", "attention.cuh", "(seen.end + kRunEntries - 1) / kRunEntries", "(seen.end / kRunEntries + 1)", ATTENTION),
    ("too little memory reserved for runs", "cuda_ops.cu", "{&runs_, run_bytes(bounds)}", "{&runs_, run_bytes(bounds) / 2}", ATTENTION),
    ("too little memory reserved for experts", "cuda_experts.cu", "2 * n_slots * bounds.widest_row", "n_slots * bounds.widest_row", EXPERTS),
    ("no memory planned for runs", "cuda_attention.cu", "return n_runs * n_queries", "return n_runs", ATTENTION),
    ("a barrier gone between chunks of a window", "attention_bidirectional.cuh", "    barrier();\n    start(", "    start(", WINDOWS),
    ("a chunk of a window not waited for", "attention_bidirectional.cuh", "wait_copies<0>();", "wait_copies<1>();", WINDOWS),
    ("a chunk of a window copied over the one that is read", "attention_bidirectional.cuh", "start(chunk + 1, 1 - stage);", "start(chunk + 1, stage);", WINDOWS),
    ("the pages of the same chunk again", "attention_bidirectional.cuh", "copier.look_up(chunk + 1);", "copier.look_up(chunk);", WINDOWS),
    ("values kept when a larger score comes", "attention_bidirectional.cuh", "      tile[2 * i + 1] = multiply(tile[2 * i + 1], keep);\n", "", WINDOWS),
    ("weights kept when a larger score comes", "attention_bidirectional.cuh", "    sums.total[i] = multiply(sums.total[i], keep);\n", "", WINDOWS),
    ("the largest score of two lanes alone", "attention_bidirectional.cuh", "    most = larger(shuffle_xor(most, 2), most);\n", "", WINDOWS),
    ("the weights of two lanes alone", "attention_bidirectional.cuh", "    total = add(total, shuffle_xor(total, 2));\n", "", WINDOWS),
    ("weights added in an order that depends on the row", "attention_bidirectional.cuh", "shuffle_xor(sums.total[i], 1));\n    total = add(total, shuffle_xor(total, 2));", "shuffle_xor(sums.total[i], 1 + segment.first_row % 2));\n    total = add(total, shuffle_xor(total, 2 - segment.first_row % 2));", WINDOWS),
    ("a score of 0 for what a window does not see", "attention_bidirectional.cuh", "scores[tile][i] = kUnseen;", "scores[tile][i] = 0.0f;", WINDOWS),
    ("a row without weights that is 0", "attention_bidirectional.cuh", "divide(1.0f, total)", "(total > 0 ? divide(1.0f, total) : 0.0f)", WINDOWS),
    ("a page that is seen in part left out", "attention_bidirectional.cuh", "first >= seen.end ||", "first + kEntries > seen.end ||", WINDOWS),
    ("a chunk that the window begins in seen as a whole", "attention_bidirectional.cuh", "first >= by_all.first && past", "past", WINDOWS),
    ("a band one entry short behind", "pages.cuh", "end > own + reach.radius + 1) seen.end = own + reach.radius + 1;", "end > own + reach.radius) seen.end = own + reach.radius;", BANDS),
    ("a band one entry short before", "pages.cuh", "seen.first = own - reach.radius;", "seen.first = own - reach.radius + 1;", BANDS),
    ("a layer without its band", "cuda_attention.cu", "static_cast<uint32_t>(attention.radius)", "0 * static_cast<uint32_t>(attention.radius)", BANDS),
    ("the band of a tile's first row for all", "attention_bidirectional.cuh", "tile.first_query / group, reach);\n  const Entries last_row = visible_entries(segment, last_query / group, reach);", "tile.first_query / group, reach);\n  const Entries last_row = first_row;", BANDS),
    ("a chunk that some row sees taken as seen by all", "attention_bidirectional.cuh", "by_all{last_row.first, first_row.end}", "by_all{first_row.first, last_row.end}", BANDS),
    ("the entries of a tile for each of its rows", "attention_bidirectional.cuh", "contains(of.seen[i / 2], entry)", "contains(seen, entry)", BANDS),
    ("the first page of a chunk for all", "attention_bidirectional.cuh", ", keys += Block::kPageBytes", "", WINDOWS),
    ("a warp that works on the queries of the one before it", "attention_bidirectional.cuh", "thread_index().x / kWarp * 16;", "thread_index().x / kWarp / 2 * 16;", WINDOWS),
    ("the pages of the first key head for all", "attention_bidirectional.cuh", "kv_head, seen}", "0 * kv_head, seen}", WINDOWS),
    ("a join that writes over a window", "cuda_attention.cu", "  launch_bidirectional(stream_, rest, n_both_tiles_);\n", "  launch_bidirectional(stream_, rest, n_both_tiles_);\n  if (n_runs > 1) stream_.launch(simt::attention_join_kernel, {{simt::blocks_for(n_rows), 1}, simt::kAttentionJoinThreads}, args);\n", WINDOWS),
    ("a pair of dimensions turned twice", "pages.cuh", "return {2 * pair, 2 * pair + 1};", "return {2 * pair, 2 * pair};", ATTENTION),
    ("an expert chosen twice", "experts.cuh", "chosen |= 1u << (best.expert / kWarp);", "chosen |= 2u << (best.expert / kWarp);", EXPERTS),
    ("the higher of equal experts", "experts.cuh", "  return a.expert < b.expert;\n}", "  return a.expert > b.expert;\n}", EXPERTS),
    ("a barrier gone before pairs are counted", "experts.cuh", "choose_experts(args, r);\n  }\n  barrier();", "choose_experts(args, r);\n  }", EXPERTS),
    ("a barrier gone before blocks are counted", "experts.cuh", "of.before[e] = before;\n  }\n  barrier();", "of.before[e] = before;\n  }", EXPERTS),
    ("a barrier gone before blocks are given out", "experts.cuh", "first_block[args.n_experts] = end;\n  }\n  barrier();", "first_block[args.n_experts] = end;\n  }", EXPERTS),
    ("pairs of other blocks of rows not counted", "experts.cuh", "if (block == block_index().x) before = all;", "", EXPERTS),
    ("blocks of the experts before the last 32 not counted", "experts.cuh", "= end + blocks.before;", "= blocks.before;", EXPERTS),
    ("slots after an expert's rows left as they were", "experts.cuh", "(is_one ? of.pairs[e] : 0)", "(is_one ? end * args.tokens : 0)", EXPERTS),
    ("blocks that nobody needs left as they were", "experts.cuh", "e <= args.n_experts; e += n_warps", "e < args.n_experts; e += n_warps", EXPERTS),
    ("an expert of another lane chosen", "experts.cuh", "if (best.expert % kWarp == lane()) chosen", "if (best.expert / kWarp == lane()) chosen", EXPERTS),
    ("experts of the first 32 alone", "experts.cuh", "out += n.all, shares += n.all;", "", EXPERTS),
    ("a number that is not one chosen last", "experts.cuh", "if (a_is_nan != b_is_nan) return a_is_nan;", "if (a_is_nan != b_is_nan) return b_is_nan;", EXPERTS),
    ("pairs of other lanes not counted", "experts.cuh", "of.before += others;", "of.before = others;", EXPERTS),
    ("slots of nobody that hold a row", "experts.cuh", "row == kNone ? 0.0f : args.x", "args.x", EXPERTS),
    ("another expert's matrices", "gemm_experts.cuh", "table.matrices[expert * kMostMatrices + number]", "table.matrices[number]", EXPERTS),
    ("a share of the wrong row", "experts.cuh", "size_t{block_index().x} * args.n_used;", "size_t{block_index().x};", EXPERTS),
    ("a residual that is written over", "norm.cuh", "args.add ? add(out[i], value) : value", "value", ROWS),
    ("a value of the next head joined", "attention.cuh", "args.parts[part * head_dim + i % head_dim]", "args.parts[part * head_dim + i % head_dim + 1]", "*CudaAttention*:CudaStep.*"),
    ("candidates of another step", "cuda_ops.cu", "if (!staged) stage_candidates(candidates);", "if (step_.candidates.ids.empty()) stage_candidates(candidates);", "CudaStep.Other*"),
    ("tables that stay on the host", "stream.cu", "    copy_staged();\n", "", CHAINS),
    ("tables used again too early", "staging_plan.cc", "return copied_for_[at_] != 0;", "return false;", CHAINS),
    ("tables of a step under way given up", "staging_plan.cc", "if (copied_for <= step)", "if (copied_for != 0)", CHAINS),
    ("logits taken before they have come", "stream.cu", "  if (h.fine()) h.note(cudaEventSynchronize(reply.arrived));\n", "", CHAINS),
    ("logits copied before they are computed", "stream.cu", "  if (h.fine()) h.note(cudaStreamWaitEvent(h.replying, reply.computed));\n", "", CHAINS),
    ("logits that the host takes once they are computed", "stream.cu", "cudaEventSynchronize(reply.arrived)", "cudaEventSynchronize(reply.computed)", CHAINS),
    ("copies of logits counted as done", "stream.cu", "    if (replying != nullptr) note(cudaStreamSynchronize(replying));\n", "", CHAINS),
    ("one memory for the logits of two steps", "cuda_ops.cu", "logits_[last_logits_];", "logits_[0];", "CudaStep.The*"),
    ("the logits of another step", "stream.cu", "(h.next_reply + h.n_replies++) % kMostReplies", "h.n_replies++ % 1", CHAINS),
    ("tables that overlap", "staging_plan.cc", "used_ = begin + n_bytes;", "used_ = begin + n_bytes / 2;", CHAINS),
    ("a graph taken for another", "graph_plan.cc", "if (!std::ranges::equal(graph.launches, chain)) continue;", "if (graph.launches.size() != chain.size()) continue;", CHAINS),
    ("a stale parameter of a graph", "graph_plan.cc", "if (!(graph->launches[i] == chain[i]))", "if (graph->launches[i].kernel != chain[i].kernel)", CHAINS),
    ("a changed launch forgotten", "graph_plan.cc", "  graph->launches.assign(", "  if (build) graph->launches.assign(", CHAINS),
    ("staging used again too early", "stream.cu", "> kPinnedBytes) finish();", "> kPinnedBytes) pinned_used = 0;", CHAINS),
    ("a read that does not wait", "stream.cu", "cudaMemcpyDeviceToHost);\n  h.finish();", "cudaMemcpyDeviceToHost);", CHAINS),
    ("a thread on another device", "on_device.h", "if (changes_) error = cudaSetDevice(device);", "", STREAM),
    ("the device of the embedding program changed", "on_device.h", "    if (changes_) cudaSetDevice(before_);\n", "", STREAM),
    ("an error that nobody looks at", "stream.cu", "if (fine()) note(graph->start(stream));", "if (fine()) std::ignore = graph->start(stream);", CHAINS),
    ("an error behind which the device goes on", "stream.cu", "first);\n    note(cudaStreamSynchronize(stream));\n", "first);\n    if (fine()) note(cudaStreamSynchronize(stream));\n", CHAINS),
    ("a driver that is too old counted as none", "open_cuda.cu", "error == cudaErrorNoDevice || driver == 0", "error == cudaErrorNoDevice || driver >= 0", STREAM),
    ("the work of a launch on other rows taken over", "stream.cu", "at != values.at || ", "", "CudaStep.OnlyA*"),
    ("the work on more values taken over", "stream.cu", "|| n != values.n ||", "||", "CudaStep.OnlyA*"),
    ("the work on rows of another length taken over", "stream.cu", "|| widths_differ)", ")", ENCODERS),
    ("another kernel's work taken over", "stream.cu", "!held || held->launch.kernel != kernel", "!held", CHAINS),
    ("work done on the way and done again", "stream.cu", "  held.reset();\n  return launch;", "  return launch;", "CudaStep.AGate*"),
    ("a launch held back for good", "stream.cu", "if (held) record(held->launch);", "", CHAINS),
    ("a launch that overtakes the one held back", "stream.cu", "handle_->record_held();\n  handle_->record(launch);", "handle_->record(launch);\n  handle_->record_held();", CHAINS),
    ("one activation for all gates", "rows.cuh", "args.activation == Activation::kGelu ? gelu(x)", "args.activation == Activation::kGelu ? exact_gelu(x)", ROWS),
    ("rows of the next call multiplied again", "cuda_cublas.cu", "halves_.at<uint16_t>() + row * product.w.cols", "halves_.at<uint16_t>()", CUBLAS),
    ("the scales of the first call's rows", "cuda_cublas.cu", "row_scales_.at<float>() + row,", "row_scales_.at<float>(),", "CudaCublasRows.GiveTheSameBits*"),
    ("rows past the last scaled", "cuda_cublas.cu", "std::min(kBlock, n_rows - row)", "kBlock", CUBLAS),
    ("another matrix's plan", "cublas_products.cc", "plan.rows == rows && ", "", "CudaCublasRows.OfSeveral*"),
    ("a product that is not added", "rounded_rows.cuh", "args.add ? add(args.out[at], value) : value", "value", CUBLAS),
    ("outputs past a row's end scaled", "rounded_rows.cuh", "  if (c >= args.width) return;\n", "", CUBLAS),
    ("two columns in the wrong order", "rounded_rows.cuh", "scaled[2 * pair]", "scaled[2 * pair + 1]", CUBLAS),
    ("a row whose infinity is lost", "scaled_rows.cuh", "broken ? NAN : zero", "zero", "CudaCublasRows.WhatIs*"),
    ("chains that a library overtakes", "stream.cu", "  h.start();\n  const OnDevice here(h.device, h.first);\n  if (h.fine()) task", "  const OnDevice here(h.device, h.first);\n  if (h.fine()) task", CUBLAS),
    ("pieces copied from the first alone", "copy.cuh", "args.from + block_index().y * args.stride", "args.from", ROWS),
    ("a piece's last bytes forgotten", "copy.cuh", "    *reinterpret_cast<Words4*>(to) = *reinterpret_cast<const Words4*>(from);\n    return;\n  }\n", "    *reinterpret_cast<Words4*>(to) = *reinterpret_cast<const Words4*>(from);\n  }\n  return;\n", ROWS),
    ("squares that overflow hidden", "norm.cuh", "add(inverse_root(mean), mean - mean)", "inverse_root(mean)", ROWS),
    ("distances from zero instead of the mean", "layer_norm.cuh", "const float apart = add(v, -mean_);", "const float apart = v;", ROWS),
    ("what lies behind a row counted as zero", "layer_norm.cuh", "row_sum(args.d, mean_, value,", "row_sum(args.d, 0.0f, value,", ROWS),
    ("a norm without its bias", "layer_norm.cuh", "args_.bias == nullptr ? 0.0f : args_.bias[i]", "0.0f", ROWS),
    ("the bias of a product left out of a norm", "layer_norm.cuh", "args_.added == nullptr ? x_[i] : add(x_[i], args_.added[i])", "x_[i]", ENCODERS),
    ("a row too many normed", "layer_norm.cuh", "if (row >= to.n_rows) {", "if (row > to.n_rows) {", ENCODERS),
    ("blocks of a normed row left out", "layer_norm.cuh", "block += kNormWarps) {\n    const size_t i", "block += to.blocks) {\n    const size_t i", ENCODERS),
    ("a normed row that is not kept", "layer_norm.cuh", "args.norm.out[row * to.cols + i] = value = normed[i];", "value = normed[i];", ENCODERS),
    ("a GELU of one sign", "rows.cuh", "return x < 0 ? multiply(x, tail) : fused(-x, tail, x);", "return fused(-x, tail, x);", ROWS),
    ("a bias of the first column alone", "rows.cuh", "gelu_at(args, i, i % args.cols)", "gelu_at(args, i, 0)", ENCODERS),
    ("a bias of another column rounded", "gate_quantise.cuh", "+ column, column);", "+ column, 0);", ENCODERS),
    ("the positions of other rows", "rows.cuh", "args.positions[r]", "args.positions[0]", ROWS),
    ("an added id left out", "rows.cuh", "i = begin; i < end; ++i", "i = begin; i + 1 < end; ++i", ROWS),
    ("added ids summed in another order", "rows.cuh", "row_of(args.added_ids[i])", "row_of(args.added_ids[begin + end - 1 - i])", ROWS),
    ("a sum that loses its bias", "cuda_products.cu", "if (x == out)", "if (x != nullptr)", ENCODERS),
    ("a bias of longer rows", "cuda_products.cu", "take(simt::add_bias_kernel, {x, n_rows * d, d})", "take(simt::add_bias_kernel, {x, n_rows * d})", ENCODERS),
)  # fmt: skip

SOURCES = ("cuda_products.cu", "cuda_cublas.cu", "cublas_products.cc", "cuda_attention.cu", "cuda_ops.cu", "cuda_experts.cu", "stream.cu", "open_cuda.cu", "staging_plan.cc", "graph_plan.cc")
SWITCH = "tests/support/planted_bug"
# Comments and literals, in which braces do not count; a quote after a letter or digit separates digits.
OPAQUE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|(?<!\w)'(?:\\.|[^'\\])*'", re.S)
SCOPE = re.compile(r"\b(namespace|struct|class|union|enum)\b")


@dataclass
class Build:
    source: pathlib.Path
    work: pathlib.Path
    compiler: str
    flags: list[str]
    objects: list[str]  # of the tests, and the libraries


def bodies(text: str) -> list[tuple[int, int]]:
    """Where the bodies of functions are, braces included; braces of namespaces and classes are looked into."""
    plain = OPAQUE.sub(lambda m: " " * len(m[0]), text)
    found, depth, begin, header = [], 0, 0, 0
    for at, c in enumerate(plain):
        if depth == 0 and c in ";{}":
            if c == "{" and not SCOPE.search(plain, header, at):
                begin, depth = at, 1
            header = at + 1
        elif depth > 0 and c in "{}":
            depth += 1 if c == "{" else -1
            if depth == 0:
                found.append((begin, at + 1))
                header = at + 1
    return found


def plant(text: str, numbers: list[int]) -> str:
    """The text of a file with all its bugs. Raises ValueError if one cannot be planted."""
    of_body = collections.defaultdict(list)
    for number in numbers:
        what, name, code, wrong, _ = BUGS[number]
        try:
            at, past = place_of(text, code)
        except ValueError as error:
            raise ValueError(f"{name}: {what}: {error}") from None
        body = next(((b, e) for b, e in bodies(text) if b < at and past <= e), None)
        if body is None:
            raise ValueError(f"{name}: {what}: its code is in no function")
        begin, end = body
        of_body[body].append(f"if (planted_bug({number})) {text[begin:at]}{wrong}{text[past:end]} else ")
    for (begin, end), others in sorted(of_body.items(), reverse=True):
        text = text[:begin] + "{ " + "".join(others) + text[begin:end] + " }" + text[end:]
    return text


def build(args: Build) -> pathlib.Path:
    """The program with all bugs."""
    shutil.rmtree(args.work, ignore_errors=True)
    copy = args.work / "kernels/cuda"
    shutil.copytree(args.source / "kernels/cuda", copy)
    of_file = collections.defaultdict(list)
    for number, (_, name, *_) in enumerate(BUGS):
        of_file[name].append(number)
    for name, of_this in of_file.items():
        (copy / name).write_text(plant((copy / name).read_text(), of_this))

    def compiled(name: str) -> pathlib.Path:
        out = args.work / (name + ".o")
        flags = [*args.flags, "-w", "-I", args.work, "-I", args.source, "-include", "tuple", "-include", SWITCH + ".h"]
        subprocess.run([args.compiler, *flags, "-xc++", "-c", copy / name, "-o", out], check=True)
        return out

    switch = args.work / "planted.o"  # without the flags that watch accesses
    subprocess.run([args.compiler, "-O2", "-I", args.source, "-c", args.source / (SWITCH + ".cc"), "-o", switch], check=True)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        objects = list(pool.map(compiled, SOURCES))
    program = args.work / "tests"
    subprocess.run([args.compiler, *objects, switch, *args.objects, "-lpthread", "-o", program], check=True)
    return program


def run(args: Build, program: pathlib.Path, number: int) -> tuple[str, str]:
    """The description of a bug, and whether and how it was found."""
    what, *_, tests = BUGS[number]
    try:
        done = subprocess.run([program, f"--gtest_filter={tests}", "--gtest_fail_fast"], capture_output=True, text=True, timeout=300, cwd=args.source, env=os.environ | {"REDACT_PLANTED": str(number)})  # fmt: skip
    except subprocess.TimeoutExpired:
        return what, "NOT FOUND in five minutes"
    if done.returncode == 0:
        return what, "NOT FOUND"
    said = [line.removeprefix("simt: ").split(":")[0] for line in done.stderr.split("\n") if line.startswith("simt: ")]
    return what, "found: " + (said[0] if said else "wrong numbers" if done.returncode == 1 else f"exit {done.returncode}")


def main() -> int:
    flags, objects = sys.argv.index("--flags"), sys.argv.index("--objects")
    source, work, compiler = sys.argv[1:4]
    args = Build(pathlib.Path(source), pathlib.Path(work), compiler, sys.argv[flags + 1 : objects], sys.argv[objects + 1 :])
    try:
        program = build(args)
    except ValueError as error:
        print(f"NOT PLANTED: {error}")
        return 1
    print("| planted | |\n| --- | --- |")
    results = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for what, became in pool.map(lambda i: run(args, program, i), range(len(BUGS))):
            results.append((what, became))
            print(f"| {what} | {became} |", flush=True)
    missed = [what for what, became in results if not became.startswith("found")]
    print(f"{len(results) - len(missed)} of {len(results)} found")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
