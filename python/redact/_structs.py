# SPDX-License-Identifier: Apache-2.0
"""The structs of redact/redact.h, field for field. tests/python/structs_test.py compares them with the header."""

from __future__ import annotations

from ctypes import POINTER, Structure, c_char, c_char_p, c_float, c_int, c_size_t, c_uint, c_uint32, c_void_p, sizeof
from typing import Any


class Sized(Structure):
    """A struct that begins with its size, as the header asks of every struct that may grow."""

    def __init__(self, **fields: Any) -> None:
        super().__init__(size=sizeof(self), **fields)


class File(Structure):
    _fields_ = [("path", c_char_p), ("data", c_char_p), ("data_size", c_size_t)]


class Range(Structure):
    _fields_ = [("begin", c_size_t), ("end", c_size_t)]


class Error(Sized):
    _fields_ = [("size", c_size_t), ("message", c_char * 248)]


class ModelOptions(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("path", c_char_p),
        ("lora_path", c_char_p),
        ("device", c_char_p),
        ("n_threads", c_int),
        ("no_draft", c_int),
        ("context", c_size_t),
        ("more_paths", POINTER(c_char_p)),
        ("n_more_paths", c_size_t),
    ]


class ConfigOptions(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("policy", c_char_p),
        ("policy_file", File),
        ("rules", File),
        ("deny", File),
        ("allow", File),
        ("hints", File),
        ("known", File),
        ("key", File),
        ("no_builtin_rules", c_int),
        ("keep_ids", c_int),
        ("recall", c_char_p),
        ("bias", POINTER(c_float)),
        ("task", c_char_p),
        ("language", c_char_p),
        ("chat_template", c_char_p),
        ("prompt", File),
        ("shots", File),
        ("log", c_void_p),
        ("log_user", c_void_p),
        ("fhir_rules", File),
        ("explain", c_int),
        ("legacy_key", c_int),
        ("known_fhir", File),
        ("corrections", File),
        ("agree", c_char_p),
    ]


class RedactorOptions(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("n_threads", c_int),
        ("memory_bytes", c_size_t),
        ("log", c_void_p),
        ("log_user", c_void_p),
    ]


class Document(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("config", c_void_p),
        ("text", c_char_p),
        ("text_size", c_size_t),
        ("format", c_int),
        ("detect", c_int),
        ("file_name", c_char_p),
        ("id", c_char_p),
        ("patient", c_char_p),
        ("known", c_char_p),
        ("known_size", c_size_t),
        ("timeout_ms", c_uint32),
        ("seal", c_int),
        ("record", c_int),
        ("record_text", c_int),
        ("record_evidence", c_int),
        ("reserved", c_int),
    ]


class Summary(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("format", c_int),
        ("needs_review", c_int),
        ("n_findings", c_size_t),
        ("n_reviews", c_size_t),
        ("n_unread", c_size_t),
        ("n_tags_in_text", c_size_t),
        ("bytes_unchanged", c_size_t),
    ]


class Finding(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("label", c_char_p),
        ("begin", c_size_t),
        ("end", c_size_t),
        ("ranges", POINTER(Range)),
        ("n_ranges", c_size_t),
        ("score", c_float),
        ("source", c_int),
        ("sources", c_uint),
        ("n_evidence", c_size_t),
        ("replacement", c_void_p),
        ("replacement_size", c_size_t),
        ("out_begin", c_size_t),
        ("out_end", c_size_t),
    ]


class Evidence(Sized):
    _fields_ = [("size", c_size_t), ("source", c_int), ("label", c_char_p)]


class Review(Sized):
    _fields_ = [("size", c_size_t), ("reason", c_int), ("score", c_float), ("begin", c_size_t), ("end", c_size_t)]


class MappingOptions(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("lines", File),
        ("key", File),
        ("log", c_void_p),
        ("log_user", c_void_p),
        ("legacy_key", c_int),
        ("reserved", c_int),
    ]


class Redacted(Sized):
    _fields_ = [
        ("size", c_size_t),
        ("text", c_char_p),
        ("text_size", c_size_t),
        ("id", c_char_p),
        ("id_is_number", c_int),
        ("reserved", c_int),
    ]
