// SPDX-License-Identifier: Apache-2.0
// Tiny models of every family with one error each, as data: the change that makes the model wrong,
// and the text that the refusal must contain.
#pragma once

#include <gtest/gtest.h>

#include "runtime/model/model.h"
#include "tests/support/tiny_model.h"

namespace redact::testing {

inline TinyModel tiny(const std::string& family) {
  TinyModel model;
  model.architecture = model.family = family;
  const bool is_filter = family == "openai-privacy-filter";
  if (family == "gemma3" || family == "phi3" || family == "modern-bert" || is_filter)
    model.window = 8;
  if (is_filter) model.n_experts = 4;
  return model;
}

using Change = std::function<void(TinyModel&)>;

// One error in a model, and the text that the refusal must contain.
struct Broken {
  const char* family;
  const char* what;
  ErrorKind kind;
  Change change;
};

constexpr auto kBad = ErrorKind::kBadInput, kUnknown = ErrorKind::kUnsupported;

// Adds a key of the family, of any type.
inline Change key(const char* name, uint32_t type, const std::string& bytes) {
  return [=](TinyModel& m) {
    m.extra = [=](VocabBuilder& f) { f.file.kv(m.family + "." + name, type, bytes); };
  };
}
inline Change count(const char* name, uint32_t value) {
  return key(name, 4, GgufBuilder::raw(value));
}
inline Change real(const char* name, float value) { return key(name, 6, GgufBuilder::raw(value)); }
inline Change text(const char* name, const char* value) {
  return key(name, 8, GgufBuilder::string(value));
}
// A signed number where a count belongs.
inline Change minus_one(const char* name) { return key(name, 5, GgufBuilder::raw(-1)); }
// Two counts where one belongs.
inline Change counts(const char* name, uint32_t value) {
  return key(name, 9,
             GgufBuilder::raw(4u) + GgufBuilder::raw<uint64_t>(2) + GgufBuilder::raw(value) +
                 GgufBuilder::raw(value));
}

// Changes of tensors.
inline Change without(const char* tensor) {
  return [=](TinyModel& m) { m.left_out = {tensor}; };
}
inline Change with(const char* tensor) {
  return [=](TinyModel& m) { m.extra_tensors = {tensor}; };
}
inline Change type(const char* tensor, uint32_t id) {
  return [=](TinyModel& m) { m.types[tensor] = id; };
}
inline Change reshaped(const char* tensor, std::vector<uint64_t> dims) {
  return [=](TinyModel& m) { m.shapes[tensor] = dims; };
}
// Adds a tensor of floats that all have this value.
inline Change filled(const char* tensor, uint64_t n, float value) {
  return [=](TinyModel& m) { m.added[tensor] = {n}, m.filled[tensor] = value; };
}

// Turns the model into a mixture of experts, then applies the change.
inline Change mixed(const Change& change) {
  return [=](TinyModel& m) { m.n_experts = 4, change(m); };
}
// Removes the model's own window, base and number of experts, so that the change can set one.
inline Change bare(const Change& change) {
  return [=](TinyModel& m) { m.window = 0, m.freq_base = 0, m.n_experts = 0, change(m); };
}

inline void expect_refused(const std::vector<Broken>& broken) {
  for (const Broken& each : broken) {
    TinyModel model = tiny(each.family);
    each.change(model);
    const auto opened = Model::open(model.write("broken.gguf"));
    EXPECT_FALSE(opened.ok()) << each.family << " " << each.what;
    if (opened.ok()) continue;
    EXPECT_EQ(opened.error().kind, each.kind) << opened.error().message();
    EXPECT_NE(opened.error().message().find(each.what), std::string::npos)
        << each.what << ": " << opened.error().message();
  }
}

}  // namespace redact::testing
