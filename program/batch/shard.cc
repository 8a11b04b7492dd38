// SPDX-License-Identifier: Apache-2.0
#include "program/batch/shard.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace redact {

namespace {

// FNV-1a, 64 bits, with the finisher of MurmurHash3: the low bits of FNV-1a alone depend mostly on
// the last letters.
uint64_t hash_of(std::string_view name) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : name) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  hash = (hash ^ (hash >> 33)) * 0xff51afd7ed558ccd;
  hash = (hash ^ (hash >> 33)) * 0xc4ceb9fe1a85ec53;
  return hash ^ (hash >> 33);
}

std::optional<size_t> read_number(const char* variable) {
  const char* text = std::getenv(variable);
  size_t number = 0;
  int end = 0;
  if (text == nullptr || std::sscanf(text, "%9zu%n", &number, &end) != 1 || text[end] != '\0') {
    return std::nullopt;
  }
  return number;
}

}  // namespace

bool Shard::takes(std::string_view name) const {
  return count == 1 || hash_of(name) % count == index - 1;
}

std::optional<Shard> Shard::read(const std::string& text) {
  Shard shard;
  int end = 0;
  const bool read = std::sscanf(text.c_str(), "%9zu/%9zu%n", &shard.index, &shard.count, &end) == 2;
  const bool whole = read && static_cast<size_t>(end) == text.size() &&
                     text.find_first_not_of("0123456789/") == text.npos;
  if (!whole || shard.index < 1 || shard.index > shard.count) return std::nullopt;
  return shard;
}

Result<Shard> Shard::of_slurm() {
  const auto id = read_number("SLURM_ARRAY_TASK_ID");
  const auto count = read_number("SLURM_ARRAY_TASK_COUNT");
  const auto min = read_number("SLURM_ARRAY_TASK_MIN");
  if (!id || !count || !min) {
    return Error{ErrorKind::kMisuse, "--shard slurm",
                 "SLURM_ARRAY_TASK_ID, SLURM_ARRAY_TASK_COUNT and SLURM_ARRAY_TASK_MIN must be "
                 "set, as they are in a task of a job array"};
  }
  const size_t max = read_number("SLURM_ARRAY_TASK_MAX").value_or(*min + *count - 1);
  if (*id < *min || *id - *min >= *count || max - *min + 1 != *count) {
    return Error{ErrorKind::kMisuse, "--shard slurm",
                 "the tasks of the job array must be numbered in a row, as in --array=1-8"};
  }
  return Shard{*id - *min + 1, *count};
}

}  // namespace redact
