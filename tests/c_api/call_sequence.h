// SPDX-License-Identifier: Apache-2.0
// A sequence of calls of the C interface, also of calls against the manual, with callbacks that
// call further functions. Every result that comes is checked; a complaint ends the program.
#pragma once

#include <redact/redact.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace redact::testing {

inline constexpr int kMostCalls = 24;  // of a sequence

[[noreturn]] inline void fail(const char* what, uint32_t seed) {
  std::fprintf(stderr, "seed %u: %s\n", seed, what);
  std::exit(1);
}

inline const char* const kTexts[] = {"",
                                     "Patient: Margaret Ellison\nDOB: 14/03/1948\n",
                                     "a@b.org",
                                     "<p>Mrs <b>El</b>lison, 14/03/1948</p>",
                                     "{\"text\": \"Dr Owen Pritchard saw Bo\"}",
                                     "MSH|^~\\&|A|B\rPID|1||77||Ellison^Margaret\r",
                                     "<?xml version=\"1.0\"?><a>Ellison</a>",
                                     "%PDF-1.4",
                                     "\xff\xfe\x01 Ellison \xc3"};

// What a callback needs; lives as long as the program.
struct Told {
  std::atomic<int> n_owed = 0;  // callbacks that must still come
  redact_redactor* redactor = nullptr;
  std::atomic<const redact_document*> document = nullptr;  // for a call from inside; nullptr: none
  int answer = 0;
};

// The calls that `random` draws. `seed` names the sequence in complaints.
class Sequence {
 public:
  Sequence(const redact_model* model, redact_config* const configs[3], redact_redactor* shared,
           const redact_mapping* mapping, uint32_t seed, std::function<uint32_t()> random)
      : model_(model),
        configs_(configs),
        shared_(shared),
        mapping_(mapping),
        seed_(seed),
        random_(std::move(random)) {}

  void run() {
    const int n_calls = 1 + below(kMostCalls);
    for (int i = 0; i < n_calls; ++i) call();
    while (!requests_.empty()) end_request();
    redact_redactor_free(own_);
    own_ = nullptr;
    while (told_.n_owed > 0) {
      redact_result* result = nullptr;  // a redactor that is not freed here is waited for
      redact_document document = next_document();
      (void)redact_run(shared_, &document, &result, nullptr);
      redact_result_free(result);
    }
    for (redact_result* result : results_) redact_result_free(result);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool rarely() { return below(16) == 0; }
  // The size of a struct, or that of a shorter one, or none.
  size_t some_size(size_t right) {
    if (!rarely()) return right;
    const size_t sizes[] = {0, 3, sizeof(size_t), right - sizeof(size_t), right - 1, 5000};
    return sizes[below(std::size(sizes))];
  }
  void expect(bool holds, const char* what) {
    if (!holds) fail(what, seed_);
  }

  redact_redactor* redactor() {
    if (rarely()) return nullptr;
    return own_ != nullptr && below(2) == 0 ? own_ : shared_;
  }

  redact_document next_document() {
    redact_document document{};
    document.size = some_size(sizeof document);
    document.config = rarely() ? nullptr : configs_[below(3)];
    const char* text = kTexts[below(std::size(kTexts))];
    document.text = rarely() ? nullptr : text;
    document.text_size = std::strlen(text);
    document.format = rarely() ? below(100) - 50 : below(7);
    document.detect = rarely() ? below(4) : below(2);
    document.seal = below(8) == 0;
    document.record = rarely() ? below(4) : below(8) == 0;
    document.record_text = below(8) == 0 && (document.record == 1 || rarely());
    document.record_evidence = below(8) == 0 && (document.record == 1 || rarely());
    if (below(4) == 0) document.id = rarely() ? "" : "7";
    if (below(4) == 0) document.patient = rarely() ? "" : "42";
    if (below(8) == 0) {
      static const char kKnown[] = "{\"PATIENT\": \"Owen Pritchard\"}";
      document.known = kKnown;
      document.known_size = rarely() ? below(20) : sizeof kKnown - 1;
    }
    if (below(8) == 0) document.timeout_ms = static_cast<uint32_t>(1 + below(5));
    return document;
  }

  // Whether a call may have been refused with this status.
  void check_status(redact_status status, const redact_error& error) {
    // A document in a format that is not its own may be withheld by the check of its output.
    const bool was_checked = std::strncmp(error.message, "output: ", 8) == 0;
    expect(status >= REDACT_OK && (status < REDACT_INTERNAL || was_checked), error.message);
    expect(std::memchr(error.message, '\0', sizeof error.message) != nullptr, "an open message");
    expect(status == REDACT_OK || error.message[0] != '\0', "no message");
    expect(std::strstr(error.message, "Ellison") == nullptr, "a word of the document");
  }

  // P1, by the ranges of a text that has no markup, and that all pointers can be read.
  static bool is_sound(const redact_result* result) {
    redact_summary summary{};
    summary.size = sizeof summary;
    if (redact_result_summary(result, &summary) != REDACT_OK) return false;
    size_t size = 0, end = 0;
    const char* output = redact_result_output(result, &size);
    if (output != nullptr && std::strlen(output) > size) return false;
    for (size_t i = 0; i <= summary.n_findings; ++i) {
      redact_finding finding{};
      finding.size = sizeof finding;
      const redact_status status = redact_result_finding(result, i, &finding);
      if ((status == REDACT_OK) != (i < summary.n_findings)) return false;
      if (status != REDACT_OK) break;
      if (finding.begin < end || finding.begin >= finding.end || finding.n_ranges == 0)
        return false;
      end = finding.ranges[finding.n_ranges - 1].end;
      if (end != finding.end || std::strlen(finding.label) == 0) return false;
      if ((output == nullptr) != (finding.replacement == nullptr)) return false;
      if (finding.out_end > size || finding.out_begin > finding.out_end) return false;
      for (size_t j = 0; j < finding.n_evidence; ++j) {
        redact_evidence evidence{};
        evidence.size = sizeof evidence;
        if (redact_result_evidence(result, i, j, &evidence) != REDACT_OK) return false;
        if ((finding.sources & static_cast<unsigned>(evidence.source)) == 0) return false;
      }
    }
    for (size_t i = 0; i < summary.n_reviews; ++i) {
      redact_review review{};
      review.size = sizeof review;
      if (redact_result_review(result, i, &review) != REDACT_OK) return false;
    }
    return true;
  }

  static int on_done(void* user, size_t, redact_status status, redact_result* result,
                     const char* message) {
    auto& told = *static_cast<Told*>(user);
    if ((status == REDACT_OK) != (result != nullptr)) std::abort();
    if ((status == REDACT_OK) != (message == nullptr)) std::abort();
    if (result != nullptr && !is_sound(result)) std::abort();
    if (const redact_document* document = told.document.exchange(nullptr)) {
      redact_result* none = nullptr;
      redact_error error{};
      error.size = sizeof error;
      if (redact_run(told.redactor, document, &none, &error) != REDACT_MISUSE) std::abort();
    }
    redact_result_free(result);
    const int answer = told.answer;
    --told.n_owed;  // the last use: nobody waits for more
    return answer;
  }

  void keep(redact_status status, redact_result* result) {
    expect((status == REDACT_OK) == (result != nullptr), "a result with a failure");
    if (result == nullptr) return;
    expect(is_sound(result), "a result that is not sound");
    results_.push_back(result);
  }

  void call() {
    switch (below(12)) {
      case 0:
      case 1:
      case 2: return run_one();
      case 3: return run_batch();
      case 4:
      case 5:
      case 6: return submit();
      case 7: return cancel_or_wait();
      case 8: return end_request();
      case 9: return open_or_free_redactor();
      case 10: return open_config();
      default: return restore_or_read();
    }
  }

  void run_one() {
    const redact_document document = next_document();
    redact_error error{};
    error.size = sizeof error;
    redact_result* result = nullptr;
    const redact_status status = redact_run(redactor(), &document, &result, &error);
    check_status(status, error);
    keep(status, result);
  }

  void run_batch() {
    std::vector<redact_document> documents;
    for (int i = below(6); i > 0; --i) {
      documents.push_back(next_document());
      if (i > 1 || rarely()) documents.back().size = sizeof(redact_document);
    }
    redact_error error{};
    error.size = sizeof error;
    Told told;
    told.redactor = shared_;
    told.answer = rarely();
    const redact_document inside = next_document();
    if (rarely()) told.document = &inside;
    told.n_owed = static_cast<int>(documents.size());
    const redact_status status =
        redact_run_batch(redactor(), documents.data(), documents.size(), on_done, &told, &error);
    check_status(status, error);
    const bool was_begun = status == REDACT_OK || status == REDACT_WITHHELD;
    expect(!was_begun || told.n_owed == 0, "a document without its callback");
    expect(was_begun || told.n_owed == static_cast<int>(documents.size()), "a callback too many");
  }

  void submit() {
    const redact_document document = next_document();
    redact_error error{};
    error.size = sizeof error;
    redact_request* request = nullptr;
    const bool calls_back = below(2) == 0, keeps = rarely() ? false : below(4) > 0;
    if (calls_back) ++told_.n_owed;
    const auto how = below(2) == 0 ? redact_submit : redact_try_submit;
    const redact_status status = how(redactor(), &document, calls_back ? on_done : nullptr, &told_,
                                     keeps ? &request : nullptr, &error);
    check_status(status, error);
    expect((status == REDACT_OK && keeps) == (request != nullptr), "a request too many or few");
    if (calls_back && status != REDACT_OK) --told_.n_owed;
    if (request != nullptr) requests_.push_back({request, calls_back});
  }

  void cancel_or_wait() {
    if (requests_.empty()) return redact_request_cancel(nullptr);
    const auto [request, calls_back] =
        requests_[static_cast<size_t>(below(static_cast<int>(requests_.size())))];
    if (below(2) == 0) return redact_request_cancel(request);
    redact_error error{};
    error.size = sizeof error;
    redact_result* result = nullptr;
    const redact_status status = redact_request_wait(
        request, below(3) == 0 ? REDACT_FOREVER : static_cast<uint32_t>(below(3)),
        below(2) == 0 ? &result : nullptr, &error);
    check_status(status, error);
    if (result != nullptr) keep(status, result);
  }

  void end_request() {
    if (requests_.empty()) return redact_request_free(nullptr);
    redact_request_free(requests_.back().first);
    requests_.pop_back();
  }

  void open_or_free_redactor() {
    if (own_ != nullptr) {
      redact_redactor_free(own_);
      own_ = nullptr;
      return;
    }
    redact_redactor_options options{};
    options.size = some_size(sizeof options);
    options.n_threads = rarely() ? -1 : below(3);
    options.memory_bytes = below(2) == 0 ? 0 : static_cast<size_t>(below(20000));
    redact_error error{};
    error.size = sizeof error;
    check_status(redact_redactor_open(rarely() ? nullptr : model_, &options, &own_, &error), error);
  }

  void open_config() {
    static const char* const kPolicies[] = {"default", "gdpr", "linked", "nonesuch", "", nullptr};
    redact_config_options options{};
    options.size = some_size(sizeof options);
    options.policy = kPolicies[below(std::size(kPolicies))];
    options.no_builtin_rules = 1;  // their patterns take most of the time
    options.deny = {nullptr, "OTHER\tx\n", static_cast<size_t>(below(9))};
    options.recall = below(3) == 0 ? "high" : nullptr;
    redact_config* config = nullptr;
    redact_error error{};
    error.size = sizeof error;
    const auto status = redact_config_open(rarely() ? nullptr : model_, &options, &config, &error);
    check_status(status, error);
    expect((status == REDACT_OK) == (config != nullptr), "a configuration with a failure");
    redact_config_free(config);
  }

  void restore_or_read() {
    redact_result* result = nullptr;
    redact_error error{};
    error.size = sizeof error;
    redact_redacted redacted{};
    redacted.size = some_size(sizeof redacted);
    redacted.text =
        results_.empty() ? "" : redact_result_output(results_.back(), &redacted.text_size);
    redacted.id = below(2) == 0 ? "7" : nullptr;
    const auto status = redact_restore(mapping_, &redacted, &result, &error);
    check_status(status, error);
    keep(status, result);
    const char yaml[] =
        "recognizers: [{name: a, supported_language: en, supported_entity: A, deny_list: [b]}]";
    const redact_file file = {nullptr, yaml, rarely() ? sizeof yaml / 2 : sizeof yaml - 1};
    const auto read = redact_presidio_registry(rarely() ? nullptr : &file, &result, &error);
    check_status(read, error);
    keep(read, result);
    redact_finding small{};
    small.size = 16;
    if (!results_.empty()) (void)redact_result_finding(results_.back(), 0, &small);
    expect(redact_result_finding(nullptr, 0, &small) == REDACT_MISUSE, "a finding of nothing");
  }

  const redact_model* model_;
  redact_config* const* configs_;
  redact_redactor* shared_;
  const redact_mapping* mapping_;
  uint32_t seed_;
  std::function<uint32_t()> random_;
  redact_redactor* own_ = nullptr;
  std::vector<std::pair<redact_request*, bool>> requests_;  // and whether it calls back
  std::vector<redact_result*> results_;
  Told told_;
};

}  // namespace redact::testing
