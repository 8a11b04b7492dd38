// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "redactor/redactor.h"

namespace redact::testing {

// A redactor with one configuration.
struct OpenRedactor {
  std::shared_ptr<const Configuration> configuration;
  std::unique_ptr<Redactor> redactor;

  std::vector<Result<Redaction>> redact(const std::vector<std::string>& texts) const {
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    return redactor->redact_all(configuration, views);
  }
};

inline Result<OpenRedactor> open_redactor(const ModelOptions& options,
                                          const DecodingOptions& decoding, Policy policy) {
  Settings settings;
  settings.decoding = decoding;
  REDACT_ASSIGN(auto model, open_redaction_model(options));
  REDACT_ASSIGN(Configuration compiled, Configuration::compile(settings, std::move(policy)));
  OpenRedactor open;
  REDACT_ASSIGN(open.configuration, std::move(compiled).with(model, decoding));
  REDACT_ASSIGN(open.redactor, Redactor::open(model, {options.n_threads}));
  return open;
}

// Redacts with a redactor of its own; a failure of the test if that cannot be opened.
inline std::vector<Result<Redaction>> redact_texts(const ModelOptions& options,
                                                   const DecodingOptions& decoding,
                                                   const Policy& policy,
                                                   const std::vector<std::string>& texts) {
  const auto open = open_redactor(options, decoding, policy);
  EXPECT_TRUE(open.ok()) << open.error().message();
  return open.ok() ? open->redact(texts) : std::vector<Result<Redaction>>();
}

}  // namespace redact::testing
