// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// Share `index`, counted from 1, of `count` shares of the work. A document's share depends only on
// its name, so a folder that grows moves no document to another share.
struct Shard {
  size_t index = 1, count = 1;

  // `name`: the path of a file below the folder that the user named; the id of a line, or its
  // number if it has none.
  bool takes(std::string_view name) const;
  std::string text() const { return std::to_string(index) + "/" + std::to_string(count); }

  // "2/8". nullopt for anything else.
  static std::optional<Shard> read(const std::string& text);
  // The share of this task of a Slurm job array, from SLURM_ARRAY_TASK_ID, _COUNT, _MIN and, if
  // set, _MAX. Error: they are absent, or the tasks are not numbered consecutively.
  static Result<Shard> of_slurm();
};

}  // namespace redact
