# SPDX-License-Identifier: Apache-2.0
"""llama.cpp, built by build_llama_cpp, from Python (with numpy, diskcache, jinja2, typing_extensions)."""

import ctypes
import os
import pathlib
import subprocess
import sys

import numpy as np


def load(build: pathlib.Path):
    """The low-level binding over the libraries in BUILD/peer, which is built if it is missing."""
    peer = build / "peer"
    subprocess.run([pathlib.Path(__file__).parent / "build_llama_cpp", peer], check=True)
    os.environ["LLAMA_CPP_LIB_PATH"] = str((peer / "bin").resolve())
    sys.path.insert(0, str(next(peer.resolve().glob("llama_cpp_python-*/llama_cpp")).parent))
    import llama_cpp

    return llama_cpp


class Context:
    """A model and one sequence of it on the CPU, without the package's sampling and its copies."""

    def __init__(self, lib, model: pathlib.Path, n_context: int, n_threads: int, n_batch: int = 2048, lora: pathlib.Path | None = None):
        self.lib, self.n_batch, self.n_past = lib, n_batch, 0
        self.quiet = lib.llama_log_callback(lambda *_: None)
        lib.llama_log_set(self.quiet, ctypes.c_void_p(0))
        lib.llama_backend_init()
        options = lib.llama_model_default_params()
        options.n_gpu_layers = 0
        self.model = lib.llama_model_load_from_file(str(model).encode(), options)
        self.vocab = lib.llama_model_get_vocab(self.model)
        self.n_vocab = lib.llama_vocab_n_tokens(self.vocab)
        options = lib.llama_context_default_params()
        options.n_ctx, options.n_batch, options.n_threads, options.n_threads_batch = n_context, n_batch, n_threads, n_threads
        self.context = lib.llama_init_from_model(self.model, options)
        if lora:  # freed with the model
            adapter = lib.llama_adapter_lora_init(self.model, str(lora).encode())
            adapters, scales = (lib.llama_adapter_lora_p_ctypes * 1)(adapter), (ctypes.c_float * 1)(1.0)
            if lib.llama_set_adapters_lora(self.context, adapters, 1, scales) != 0:
                raise RuntimeError("llama.cpp does not take the adapter")
        self.memory = lib.llama_get_memory(self.context)

    def close(self) -> None:
        self.lib.llama_free(self.context)
        self.lib.llama_model_free(self.model)

    def keep(self, n: int) -> None:
        """Forgets everything after the first n tokens."""
        self.lib.llama_memory_seq_rm(self.memory, 0, n, -1)
        self.n_past = n

    def read(self, ids: list[int]) -> None:
        """Appends tokens; logits() are those after the last one."""
        for at in range(0, len(ids), self.n_batch):
            part = ids[at : at + self.n_batch]
            tokens = (self.lib.llama_token * len(part))(*part)  # must outlive the batch, which points to it
            self._decode(self.lib.llama_batch_get_one(tokens, len(part)))
            self.n_past += len(part)

    def logits(self) -> np.ndarray:
        return np.ctypeslib.as_array(self.lib.llama_get_logits_ith(self.context, -1), shape=(self.n_vocab,))

    def all_logits(self, ids: list[int]) -> np.ndarray:
        """One row after each of at most n_batch tokens, from an empty context."""
        self.keep(0)
        batch = self.lib.llama_batch_init(len(ids), 0, 1)
        batch.n_tokens = len(ids)
        for i, token in enumerate(ids):
            batch.token[i], batch.pos[i], batch.n_seq_id[i], batch.seq_id[i][0], batch.logits[i] = token, i, 1, 0, True
        self._decode(batch)
        self.lib.llama_batch_free(batch)
        return np.ctypeslib.as_array(self.lib.llama_get_logits(self.context), shape=(len(ids), self.n_vocab)).copy()

    def piece(self, token: int) -> bytes:
        buffer = ctypes.create_string_buffer(256)
        n_bytes = self.lib.llama_token_to_piece(self.vocab, token, buffer, 256, 0, True)
        return buffer.raw[:n_bytes]

    def ends(self, token: int) -> bool:
        return self.lib.llama_vocab_is_eog(self.vocab, token)

    def _decode(self, batch) -> None:
        if self.lib.llama_decode(self.context, batch) != 0:
            raise RuntimeError("llama_decode failed")
