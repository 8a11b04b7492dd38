// SPDX-License-Identifier: Apache-2.0
#include "server/library.h"

#include <utility>
#include <vector>

namespace redact::server {

Checked<std::unique_ptr<Library>> Library::open(const ServerOptions& options) {
  // Mistakes in small files are found before a large one is read.
  if (const auto access = read_access(options); !access.ok()) return access.refusal();
  redact_error error{.size = sizeof error, .message = {}};
  std::unique_ptr<Library> library(new Library(options));
  redact_model_options model{};
  model.size = sizeof model;
  std::vector<const char*> paths;
  for (const std::string& path : options.models) {
    paths.push_back(path == "bundled" ? nullptr : path.c_str());
  }
  if (!paths.empty()) {
    model.path = paths.front();
    model.more_paths = paths.data() + 1;
    model.n_more_paths = paths.size() - 1;
  }
  model.device = or_null(options.device);
  model.n_threads = options.n_threads;
  redact_model* opened = nullptr;
  if (redact_model_open(&model, &opened, &error) != REDACT_OK) return Refusal{500, error.message};
  library->model_.reset(opened);
  redact_redactor_options how{};
  how.size = sizeof how;
  how.n_threads = options.n_threads;
  how.memory_bytes = options.memory_bytes;
  redact_redactor* redactor = nullptr;
  if (redact_redactor_open(opened, &how, &redactor, &error) != REDACT_OK) {
    return Refusal{500, error.message};
  }
  library->redactor_.reset(redactor);
  SERVER_ASSIGN(library->setup_, Setup::open(library->options_, opened));
  return library;
}

std::shared_ptr<Setup> Library::setup() const {
  const std::lock_guard lock(mutex_);
  return setup_;
}

std::optional<Refusal> Library::reload() {
  const std::lock_guard one_at_a_time(reloading_);
  auto setup = Setup::open(options_, model_.get());
  if (!setup.ok()) return setup.refusal();
  const std::lock_guard lock(mutex_);
  setup_ = *std::move(setup);
  return std::nullopt;
}

}  // namespace redact::server
