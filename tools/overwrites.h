// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace redact {

// A file that a program writes, and the option that names it. An empty path means no file.
struct OutputOption {
  std::string option, path;
};

// Finds an output that would replace a file that the program reads, be created in a folder that it
// reads, or be the file of another output; nullopt if there is none. Links count as the files that
// they point to. Inputs that do not exist and empty paths are ignored.
std::optional<std::string> find_overwrite(const std::vector<std::string>& inputs,
                                          const std::vector<OutputOption>& outputs);

}  // namespace redact
