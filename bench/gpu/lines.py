# SPDX-License-Identifier: Apache-2.0
"""What bench/gpu/run.py does on a GPU, ordered by worth, so that a run may stop anywhere: whether the kernels are right,
how fast models are beside llama.cpp, and why."""

from dataclasses import dataclass

GPU = "gpu"
SHAPE_7B = "--layers 32 --width 4096 --heads 32 --kv-heads 32 --ff 11008 --untied"  # Llama 2 7B
SHAPE_1B = "--layers 16 --width 2048 --heads 32 --kv-heads 8 --ff 8192 --untied"  # Llama 3.2 1B
DEPTHS, ROWS = "0,4096", "1,2,4,8,16,32,64,128,256,512"


@dataclass(frozen=True)
class Line:
    """`command` runs in the bundle's folder with $notes (JSONL) and $out, a folder in which lines may leave files.
    `share`: seconds that are kept for it, whatever the lines before it do; what those leave it may take too.
    `needs`: the GPU, programs, and files that lines before it make; without one of them it is skipped."""

    part: str
    name: str
    share: float
    command: str
    needs: tuple[str, ...] = (GPU,)


def random_model(part: str, kind: str, shape: str) -> Line:
    return Line(part, "made", 15, f'bin/gguf-tool random vocab.gguf -o "$out/{part}.gguf" --type {kind} {shape}')


def beside_llama_cpp(part: str, turns: int, repetitions: int) -> list[Line]:
    """Prompts, generation and passes of 1 to 512 rows, by both programs in turns, so that a card that grows warm slows
    both."""
    model, lines = f"$out/{part}.gguf", []
    for turn in range(1, turns + 1):
        lines.append(Line(part, f"redact {turn}", 30,
                          f'bin/redact-bench --device cuda -m "{model}" -p 512 -n 64 -d {DEPTHS} --passes -r {repetitions} -o json > "$out/{part}.redact.{turn}.json"',
                          (GPU, model)))  # fmt: skip
        lines.append(Line(part, f"llama-bench {turn}", 35,
                          f'bin/llama-bench -m "{model}" -ngl 99 -fa 1 -p {ROWS} -n 64 -d {DEPTHS} -r {repetitions} -o json > "$out/{part}.llama-bench.{turn}.json"',
                          (GPU, model, "bin/llama-bench")))  # fmt: skip
    return lines


def sanitizers() -> list[Line]:
    """Tests of each kind, experts, split attention and tiles of many queries among them. The tools make kernels ten to a
    hundred times slower, so the tests are small ones."""
    tests = ("CudaRows.*:CudaProducts.TogetherGive*:CudaOpsTest.Pages*:CudaExperts.AreChosenAndMixed:CudaExperts.AreChosenAmongMany:"
             "CudaAttention.OverManyRuns:CudaAttention.OverPagesWithGroupedHeadsAndTwoSequences")  # fmt: skip
    return [Line("sanitizers", tool, 20, f"compute-sanitizer --tool {tool} --error-exitcode 9 bin/cuda_gpu_test --gtest_filter={tests}",
                 (GPU, "compute-sanitizer")) for tool in ("memcheck", "racecheck", "initcheck", "synccheck")]  # fmt: skip


KERNELS = ("gemm_q_kernel", "attention_kernel", "norm_quantise_kernel", "gate_quantise_kernel", "rope_store_kernel")
LINES = [
    Line("tests", "tests", 60, "bin/cuda_gpu_test --gtest_brief=1 --gtest_filter=-CudaCublasRows.*"),
    Line("oracle", "bundled model", 15, 'bin/redact-bench --device cuda --notes "$notes" --limit 50 --oracle -o json > "$out/oracle-bundled.json"'),
    # The CPU rounds the bundled model by rows and a GPU by blocks, so the CPU rounds by blocks here, too.
    Line("spans", "as on the CPU", 30, 'bin/redact-bench --device cuda --notes "$notes" --limit 50 --against cpu -o json > "$out/spans.json"'),
    Line("notes", "bundled model", 40, 'bin/redact-bench --device cuda --notes "$notes" --limit 1000 --in-flight 64 --least-seconds 10 -o json > "$out/notes.redact.json"'),
    # What the session's thread does for a token beside the card, and what the helpers do.
    Line("notes", "stages", 20, 'bin/redact-bench --device cuda --notes "$notes" --limit 200 --stages -r 3 -t 1 -o json > "$out/stages.json"'),
    # What products can reach at most; the rate of copies is in the rows of redact-bench.
    Line("limits", "tensor cores", 5, 'bin/mma-limits > "$out/mma.json"'),
    random_model("1b-f16", "f16", SHAPE_1B),
    *beside_llama_cpp("1b-f16", 2, 2),
    random_model("7b-q8_0", "q8_0", SHAPE_7B),
    *beside_llama_cpp("7b-q8_0", 1, 2),
    random_model("7b-q4_k_m", "q4_k_m", SHAPE_7B),
    *beside_llama_cpp("7b-q4_k_m", 1, 2),
    Line("replay", "7B, 20 notes", 45, 'bin/redact-bench --device cuda -m "$out/7b-q4_k_m.gguf" -p 0 -n 0 --notes "$notes" --limit 20 --replay --in-flight 16 -o json > "$out/replay.redact.json"',
         (GPU, "$out/7b-q4_k_m.gguf")),
    # Whole documents against one-token decoding. No smaller model has so many launches in a step that graphs are updated.
    Line("oracle", "7B", 45, 'bin/redact-bench --device cuda -m "$out/7b-q4_k_m.gguf" --notes "$notes" --template plain --limit 1 --oracle -o json > "$out/oracle.json"',
         (GPU, "$out/7b-q4_k_m.gguf")),
    # From here on, what a run of ten minutes leaves to another.
    *sanitizers(),
    random_model("7b-q4_0", "q4_0", SHAPE_7B),
    *beside_llama_cpp("7b-q4_0", 1, 2),
    Line("cublas", "rate", 40, "bin/cublas-limits", (GPU, "cublas")),
    # Whether --device cuda:cublas keeps a row's bits alone and in batches (P4), and what it gains.
    Line("cublas", "bits alone and in batches", 45, "bin/cuda_gpu_test --gtest_filter=CudaCublasRows.*", (GPU, "cublas")),
    Line("cublas", "prompts", 25, 'bin/redact-bench --device cuda:cublas -m "$out/1b-f16.gguf" -p 512 -n 64 --passes -r 2 -o json > "$out/1b-f16-cublas.json"',
         (GPU, "cublas", "$out/1b-f16.gguf")),
    Line("cublas", "oracle", 25, 'bin/redact-bench --device cuda:cublas -m "$out/1b-f16.gguf" --notes "$notes" --template plain --limit 1 --oracle -o json > "$out/oracle-cublas.json"',
         (GPU, "cublas", "$out/1b-f16.gguf")),
    Line("cublas", "products", 90, "bin/cuda_cublas_gpu_test --gtest_brief=1", (GPU, "cublas")),
    Line("variants", "tiles", 60, "bin/tile-variants"),
    # One launch of each under the profiler; a note is one pass, so it takes several notes to reach that launch. The
    # profiler leaves the clocks as they are: on a shared machine it may not set them.
    *(Line("profile", kernel, 25,
           f'ncu --clock-control none --set full --kernel-name regex:{kernel} --launch-skip 20 --launch-count 1 bin/redact-bench --device cuda --notes "$notes" --limit 8',
           (GPU, "ncu")) for kernel in KERNELS),
]  # fmt: skip
