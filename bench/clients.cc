// SPDX-License-Identifier: Apache-2.0
// redact-clients: the time of notes in a service, where many threads share one redactor of the C
// interface. Prints the times of notes by many clients, and of a short note behind a long one.
#include <redact/redact.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "bench/clock.h"

namespace redact::bench {
namespace {

struct Arguments {
  std::string notes, expected, model;
  int n_clients = 64;
  int n_threads = 0;  // of the redactor; 0: one per hardware thread
  size_t long_bytes = 636'000;
};

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "redact-clients: %s\n", what.c_str());
  std::exit(1);
}

// The field `text` of each line.
std::vector<std::string> read_texts(const std::string& path) {
  std::ifstream lines(path);
  if (!lines) fail("cannot open " + path);
  std::vector<std::string> texts;
  for (std::string line; std::getline(lines, line);) {
    texts.push_back(nlohmann::json::parse(line).at("text"));
  }
  return texts;
}

class Service {
 public:
  explicit Service(const Arguments& args) {
    redact_model_options model{};
    model.size = sizeof model;
    model.path = args.model.empty() ? nullptr : args.model.c_str();
    redact_redactor_options options{};
    options.size = sizeof options;
    options.n_threads = args.n_threads;
    error_.size = sizeof error_;
    check(redact_model_open(&model, &model_, &error_));
    check(redact_config_open(model_, nullptr, &config_, &error_));
    check(redact_redactor_open(model_, &options, &redactor_, &error_));
  }
  ~Service() {
    redact_redactor_free(redactor_);
    redact_config_free(config_);
    redact_model_free(model_);
  }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  // Redacts a note; appends the seconds that it took.
  std::string run(const std::string& text, std::vector<double>& seconds) {
    redact_document document{};
    document.size = sizeof document;
    document.config = config_;
    document.text = text.data();
    document.text_size = text.size();
    redact_error error{};
    error.size = sizeof error;
    redact_result* result = nullptr;
    const auto start = Clock::now();
    const redact_status status = redact_run(redactor_, &document, &result, &error);
    seconds.push_back(seconds_since(start));
    if (status != REDACT_OK) fail(error.message);
    size_t size = 0;
    const char* output = redact_result_output(result, &size);
    std::string copy(output, size);
    redact_result_free(result);
    return copy;
  }

 private:
  void check(redact_status status) {
    if (status != REDACT_OK) fail(error_.message);
  }

  redact_error error_{};
  redact_model* model_ = nullptr;
  redact_config* config_ = nullptr;
  redact_redactor* redactor_ = nullptr;
};

double quantile(std::vector<double> seconds, double share) {
  std::sort(seconds.begin(), seconds.end());
  return 1000 * seconds[static_cast<size_t>(share * static_cast<double>(seconds.size() - 1))];
}

void print_times(const char* name, const std::vector<double>& seconds) {
  std::printf("| %s | %zu | %.1f | %.1f | %.1f | %.1f |\n", name, seconds.size(),
              quantile(seconds, 0.5), quantile(seconds, 0.95), quantile(seconds, 0.99),
              quantile(seconds, 1));
}

// Every client takes the next note as soon as it has the result of the last one.
void run_clients(Service& service, const Arguments& args, const std::vector<std::string>& notes,
                 const std::vector<std::string>& expected) {
  std::atomic<size_t> next = 0, n_unequal = 0;
  std::mutex mutex;
  std::vector<double> all, brief;  // brief: of notes of up to 1,000 bytes
  const auto start = Clock::now();
  std::vector<std::thread> clients;
  for (int i = 0; i < args.n_clients; ++i) {
    clients.emplace_back([&] {
      for (size_t note; (note = next++) < notes.size();) {
        std::vector<double> seconds;
        const std::string output = service.run(notes[note], seconds);
        if (!expected.empty() && output != expected[note]) ++n_unequal;
        const std::lock_guard lock(mutex);
        all.push_back(seconds[0]);
        if (notes[note].size() <= 1000) brief.push_back(seconds[0]);
      }
    });
  }
  for (std::thread& client : clients) client.join();
  const double total = seconds_since(start);
  print_times("all notes", all);
  if (!brief.empty()) print_times("notes of up to 1,000 bytes", brief);
  size_t n_bytes = 0;
  for (const std::string& note : notes) n_bytes += note.size();
  std::printf("\n%d clients: %zu notes, %zu bytes in %.1f s", args.n_clients, notes.size(), n_bytes,
              total);
  if (!expected.empty()) std::printf("; %zu results unlike the program's", n_unequal.load());
  std::printf("\n");
  if (n_unequal > 0) std::exit(1);
}

// A short note, alone and while a long one is under way.
void run_behind(Service& service, const Arguments& args, const std::vector<std::string>& notes) {
  const std::string brief = "Seen by Dr Pritchard.";
  std::string longest;
  for (size_t i = 0; longest.size() < args.long_bytes; ++i) longest += notes[i % notes.size()];
  std::vector<double> alone, behind, whole, disturbed;
  service.run(brief, alone);  // the first document opens sessions
  alone.clear();
  for (int i = 0; i < 50; ++i) service.run(brief, alone);
  service.run(longest, whole);
  std::atomic<bool> done = false;
  std::thread other([&] {
    service.run(longest, disturbed);
    done = true;
  });
  // A twentieth of a second apart, so that they take little of the long note's time.
  while (!done) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!done) service.run(brief, behind);
  }
  other.join();
  print_times((std::to_string(brief.size()) + " bytes alone").c_str(), alone);
  print_times("the same behind a long note", behind);
  print_times("the long note alone", whole);
  print_times("the long note with short ones", disturbed);
}

}  // namespace
}  // namespace redact::bench

int main(int argc, char** argv) {
  redact::bench::Arguments args;
  CLI::App app("Times notes by many clients of one redactor, and a short note behind a long one.");
  app.name("redact-clients");
  app.add_option("notes", args.notes, "JSON lines with a field text")->required();
  app.add_option("-m,--model", args.model, "GGUF file; default: the bundled model");
  app.add_option("--clients", args.n_clients)->capture_default_str()->check(CLI::Range(1, 1024));
  app.add_option("-t,--threads", args.n_threads, "of the redactor; default: one per core");
  app.add_option("--expected", args.expected,
                 "what `redact --text-field text` makes of the notes; each result must be equal");
  app.add_option("--long", args.long_bytes, "bytes of the long note; 0: none")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  const auto notes = redact::bench::read_texts(args.notes);
  const auto expected =
      args.expected.empty() ? std::vector<std::string>() : redact::bench::read_texts(args.expected);
  if (notes.empty()) redact::bench::fail("no notes");
  if (!expected.empty() && expected.size() != notes.size()) {
    redact::bench::fail("as many results as notes are expected");
  }
  redact::bench::Service service(args);
  std::printf("| notes | number | p50 ms | p95 ms | p99 ms | longest ms |\n");
  std::printf("| --- | --- | --- | --- | --- | --- |\n");
  if (args.long_bytes > 0) redact::bench::run_behind(service, args, notes);
  redact::bench::run_clients(service, args, notes, expected);
}
