// SPDX-License-Identifier: Apache-2.0
// Every function while one allocation fails, whichever it is: it ends with a status, and the next
// call continues. Nothing is sealed: nlohmann's JSON crashes when memory runs out. Usage:
// out_of_memory_test MODEL
#include <redact/redact.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

// Allocations until the one that fails, counted over all threads; below 0: none fails.
std::atomic<long> until_failure = -1;

void* allocate(size_t size) {
  if (until_failure.load(std::memory_order_relaxed) >= 0 && until_failure.fetch_sub(1) == 0) {
    return nullptr;
  }
  return std::malloc(size > 0 ? size : 1);
}

}  // namespace

void* operator new(size_t size) {
  if (void* memory = allocate(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace {

constexpr char kNote[] = "Patient: Margaret Ellison, a@b.org\nNo fever.\n";

redact_error error;
redact_model* model = nullptr;
redact_config* config = nullptr;
redact_redactor* redactor = nullptr;

redact_document note() {
  redact_document document{};
  document.size = sizeof document;
  document.config = config;
  document.text = kNote;
  document.text_size = std::strlen(kNote);
  return document;
}

redact_status open_config() {
  redact_config_options options{};
  options.size = sizeof options;
  options.deny = {nullptr, "OTHER\tx y\n", 10};
  options.no_builtin_rules = 1;
  redact_config* opened = nullptr;
  const redact_status status = redact_config_open(model, &options, &opened, &error);
  redact_config_free(opened);
  return status;
}

redact_status open_redactor() {
  redact_redactor* opened = nullptr;
  const redact_status status = redact_redactor_open(model, nullptr, &opened, &error);
  redact_redactor_free(opened);
  return status;
}

redact_status run() {
  const redact_document document = note();
  redact_result* result = nullptr;
  const redact_status status = redact_run(redactor, &document, &result, &error);
  if ((status == REDACT_OK) != (result != nullptr)) std::abort();
  redact_finding finding{};
  finding.size = sizeof finding;
  if (result != nullptr) (void)redact_result_finding(result, 0, &finding);
  redact_result_free(result);
  return status;
}

int count(void* user, size_t, redact_status, redact_result* result, const char*) {
  ++*static_cast<std::atomic<int>*>(user);
  redact_result_free(result);
  return 0;
}

redact_status run_batch() {
  const redact_document documents[] = {note(), note(), note()};
  std::atomic<int> n = 0;
  const redact_status status = redact_run_batch(redactor, documents, 3, count, &n, &error);
  if ((status == REDACT_OK || status == REDACT_WITHHELD) != (n == 3)) std::abort();
  return status == REDACT_WITHHELD ? REDACT_NO_MEMORY : status;
}

redact_status submit() {
  const redact_document document = note();
  redact_request* request = nullptr;
  redact_status status = redact_submit(redactor, &document, nullptr, nullptr, &request, &error);
  if (status != REDACT_OK) return status;
  redact_request_cancel(request);
  status = redact_request_wait(request, REDACT_FOREVER, nullptr, &error);
  redact_request_free(request);
  return status == REDACT_CANCELLED ? REDACT_OK : status;
}

// Returns whether the call survives a failure of each of its allocations.
bool survives(const char* name, redact_status (*call)()) {
  long n_tried = 0;
  for (bool is_over = false; !is_over; ++n_tried) {
    until_failure = n_tried;
    const redact_status status = call();
    is_over = until_failure.exchange(-1) >= 0;  // it made fewer allocations
    if (status != REDACT_OK && status != REDACT_NO_MEMORY) {
      std::fprintf(stderr, "%s, allocation %ld: %d %s\n", name, n_tried, status, error.message);
      return false;
    }
    if (run() != REDACT_OK) {
      std::fprintf(stderr, "%s, allocation %ld: later: %s\n", name, n_tried, error.message);
      return false;
    }
  }
  std::printf("%s: %ld allocations\n", name, n_tried - 1);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  error.size = sizeof error;
  redact_model_options how{};
  how.size = sizeof how;
  how.path = argv[1];
  redact_config_options options{};
  options.size = sizeof options;
  options.key = {nullptr, "\001123456789abcdef", 16};
  redact_redactor_options threads{};
  threads.size = sizeof threads;
  threads.n_threads = 2;
  if (redact_model_open(&how, &model, &error) != REDACT_OK ||
      redact_config_open(model, &options, &config, &error) != REDACT_OK ||
      redact_redactor_open(model, &threads, &redactor, &error) != REDACT_OK) {
    std::fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  const bool good = survives("config", open_config) & survives("redactor", open_redactor) &
                    survives("run", run) & survives("submit", submit) &
                    survives("batch", run_batch);
  redact_redactor_free(redactor);
  redact_config_free(config);
  redact_model_free(model);
  return good ? 0 : 1;
}
