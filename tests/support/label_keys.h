// SPDX-License-Identifier: Apache-2.0
// The keys of a model with the label grammar. Each can be changed or left out.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tests/support/vocab_builder.h"

namespace redact::testing {

class LabelKeys {
 public:
  explicit LabelKeys(uint32_t window = 40, uint32_t context = 6) {
    text("redact.grammar", "label");
    number("tokenizer.ggml.bos_token_id", 1);
    number("redact.window_tokens", window);
    number("redact.context_tokens", context);
    number("redact.lag", 2);
    texts("redact.labels", {"PATIENT", "DATE", "CITY"});
    number("redact.token.outside", 10);
    ints("redact.token.begin", {11, 12, 13});
    ints("redact.token.inside", {14, 15, 16});
    ints("redact.token.end", {17, 18, 19});
    ints("redact.token.single", {20, 21, 22});
    floats("redact.bias", {}, 0.5f);
  }

  // Makes the rows words.
  void words(uint32_t most_tokens, uint32_t most_digits) {
    text("redact.grammar", "label-words");
    number("redact.row_tokens", most_tokens);
    number("redact.row_digits", most_digits);
  }
  void without(const std::string& key) { values_.erase(key); }
  void text(const std::string& key, const std::string& value) {
    values_[key] = {8, GgufBuilder::string(value)};
  }
  void number(const std::string& key, uint32_t value) {
    values_[key] = {4, GgufBuilder::raw(value)};
  }
  void texts(const std::string& key, const std::vector<std::string>& values) {
    std::string bytes = GgufBuilder::raw<uint32_t>(8) + GgufBuilder::raw<uint64_t>(values.size());
    for (const std::string& value : values) bytes += GgufBuilder::string(value);
    values_[key] = {9, bytes};
  }
  void bytes(const std::string& key, const std::vector<uint8_t>& values) { array(key, 0, values); }
  void ints(const std::string& key, const std::vector<int32_t>& values) { array(key, 5, values); }
  // Sets an array, or the single number `value` if the array is empty.
  void floats(const std::string& key, const std::vector<float>& values, float value = 0) {
    if (values.empty()) {
      values_[key] = {6, GgufBuilder::raw(value)};
    } else {
      array(key, 6, values);
    }
  }

  void add_to(VocabBuilder& vocab) const {
    for (const auto& [key, value] : values_) vocab.file.kv(key, value.first, value.second);
  }

 private:
  template <typename T>
  void array(const std::string& key, uint32_t type, const std::vector<T>& values) {
    std::string bytes = GgufBuilder::raw(type) + GgufBuilder::raw<uint64_t>(values.size());
    for (const T value : values) bytes += GgufBuilder::raw(value);
    values_[key] = {9, bytes};
  }

  std::map<std::string, std::pair<uint32_t, std::string>> values_;
};

}  // namespace redact::testing
