// SPDX-License-Identifier: Apache-2.0
// A model split over several files, PREFIX-00001-of-00003.gguf and so on, as llama.cpp's gguf-split
// writes them: each part is a GGUF file with its own tensors; the first has the metadata of all.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "gguf_loader/metadata.h"

namespace redact {

// The split metadata of a part.
struct Split {
  uint64_t number;     // split.no, from 0
  uint64_t n_parts;    // split.count, at least 2
  uint64_t n_tensors;  // split.tensors.count, of all parts together

  // nullopt for a whole file: one without these keys, or with a count of 0 (merged from parts) or
  // 1. Errors name the key.
  static Result<std::optional<Split>> read(const Metadata& metadata);
};

// The path of part `number`, from 0, of the split whose first part is at `first_path`. It is
// derived only from that name, so that metadata cannot point to another folder. Error if the name
// does not end in "-00001-of-NNNNN.gguf" with NNNNN = n_parts.
Result<std::string> split_part_path(const std::string& first_path, uint64_t number,
                                    uint64_t n_parts);

// The files of the model at `path`, by its name alone: all parts if it is the first part of a
// split, else the file itself.
std::vector<std::string> files_of_model(const std::string& path);

// The file name of a path, for an error line.
std::string file_name(const std::string& path);

// The error for a part that was opened on its own. It names the file to open instead; if `path` is
// empty or is not the name of that part, it gives only the ending.
Error part_alone(const Split& split, const std::string& path);

// Checks part `number` against the first: its number and counts, and that all metadata it repeats
// is the same. Errors name the key.
Result<void> check_part(const Metadata& first, const Split& split, const Metadata& part,
                        uint64_t number);

}  // namespace redact
