// SPDX-License-Identifier: Apache-2.0
#include "program/clashes.h"

#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "gguf_loader/split.h"
#include "program/repeats.h"
#include "redactor/policy/policy.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

// Brings paths to a canonical form; the files need not exist. Folders are cached, so even millions
// of files need few look-ups.
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

// The files that the options name for reading.
std::vector<std::string> files_read(const Options& options) {
  const Settings& settings = options.settings;
  const PromptOptions& prompt = settings.decoding.prompt;
  std::vector<std::string> files = files_of_model(options.model.model_path);
  for (const std::string& path : options.model.more_paths) {
    const std::vector<std::string> more = files_of_model(path);
    files.insert(files.end(), more.begin(), more.end());
  }
  for (const std::string& path :
       {options.model.lora_path, prompt.instruction.path, prompt.shots.path, options.key_file,
        options.restore, Policy::is_path(settings.policy) ? settings.policy : ""}) {
    files.push_back(path);
  }
  for (const FileSetting& each : kFileSettings) files.push_back((settings.*each.file).path);
  std::erase(files, "");
  return files;
}

// The file beside a journal that SQLite writes first, and removes.
std::string log_of(const std::string& journal) {
  return journal.empty() ? std::string() : journal + "-wal";
}

}  // namespace

std::optional<std::string> find_clash(const Options& options, const Inputs& inputs, bool several) {
  const bool folder = several && !are_records(options.format);
  const std::pair<const char*, std::string> files[] = {{"--mapping", options.mapping},
                                                       {"--report", options.report},
                                                       {"--journal", options.journal},
                                                       {"--journal-key", options.journal_key},
                                                       {"--journal", log_of(options.journal)},
                                                       {"--withheld-list", options.withheld_list},
                                                       {"--review-list", options.review_list},
                                                       {"--review", options.review},
                                                       {"-o", folder ? "" : options.output}};
  Paths paths;
  const auto visit_read = [&](const auto& visit) {
    for (const std::string& path : files_read(options)) visit(paths.whole(path));
    for (const Input& input : inputs) {
      if (!input.is_stdin()) visit(paths.whole(input.path));
    }
  };
  const auto result_of = [&](const Input& input) {
    return paths.whole(fs::path(options.output) / input.result);
  };
  Repeats repeats;
  const auto add = [&](const std::string& path) { repeats.add(path); };
  visit_read(add);
  for (const auto& [option, path] : files) {
    if (!path.empty()) add(paths.whole(path));
  }
  if (folder) {
    for (const Input& input : inputs) add(result_of(input));
  }
  repeats.seal();
  if (!repeats.any()) return std::nullopt;

  std::unordered_set<std::string> taken;  // paths that may occur twice
  visit_read([&](const std::string& path) {
    if (repeats.may_hold(path)) taken.insert(path);
  });
  const auto clashes = [&](const std::string& path) {
    return repeats.may_hold(path) && !taken.insert(path).second;
  };
  for (const auto& [option, path] : files) {
    if (!path.empty() && clashes(paths.whole(path))) {
      return std::string(option) + ": another file of this run would be overwritten";
    }
  }
  if (!folder) return std::nullopt;
  for (const Input& input : inputs) {
    if (clashes(result_of(input))) return "-o: a result would overwrite another file of this run";
  }
  return std::nullopt;
}

}  // namespace redact
