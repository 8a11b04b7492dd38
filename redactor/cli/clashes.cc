// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/clashes.h"

#include <filesystem>
#include <unordered_map>
#include <unordered_set>

namespace redact {

namespace {

namespace fs = std::filesystem;

// Brings paths to a canonical form; the files need not exist. Folders are cached, so even for
// millions of files few look-ups are made.
class Paths {
 public:
  std::string whole(const fs::path& path) {
    std::error_code failed;
    const fs::path full = fs::absolute(path, failed).lexically_normal();
    if (fs::is_symlink(full, failed)) return fs::weakly_canonical(full, failed);
    const auto [at, is_new] = folders_.try_emplace(full.parent_path().string());
    if (is_new) at->second = fs::weakly_canonical(full.parent_path(), failed);
    return at->second / full.filename();
  }

 private:
  std::unordered_map<std::string, fs::path> folders_;
};

}  // namespace

std::optional<std::string> find_clash(const Options& options, const std::vector<Input>& inputs,
                                      bool several) {
  const bool folder = several && options.format != OutputFormat::kJsonl;
  Paths paths;
  std::unordered_set<std::string> read, written;
  for (const std::string& path :
       {options.model.model_path, options.settings.policy, options.settings.rules,
        options.settings.deny, options.settings.allow, options.settings.hints, options.settings.known,
        options.key_file, options.restore}) {
    if (!path.empty()) read.insert(paths.whole(path));
  }
  for (const Input& input : inputs) {
    if (!input.is_stdin()) read.insert(paths.whole(input.path));
  }
  const auto clashes = [&](const fs::path& path) {
    const std::string whole = paths.whole(path);
    return read.contains(whole) || !written.insert(whole).second;
  };
  const std::pair<const char*, std::string> files[] = {{"--mapping", options.mapping},
                                                       {"--report", options.report},
                                                       {"-o", folder ? "" : options.output}};
  for (const auto& [option, path] : files) {
    if (!path.empty() && clashes(path)) {
      return std::string(option) + ": the file is another one of this run, and would be lost";
    }
  }
  for (size_t i = 0; folder && i < inputs.size(); ++i) {
    if (clashes(fs::path(options.output) / inputs[i].name)) {
      return "-o: a result would be written over another file of this run";
    }
  }
  return std::nullopt;
}

}  // namespace redact
