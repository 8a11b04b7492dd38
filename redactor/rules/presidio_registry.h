// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"

namespace redact {

// Reads a registry of recognizers of Presidio's analyzer, in YAML, and returns its recognizers of
// patterns and terms as a list in JSON, an object for each language, in the form of a request's
// "ad_hoc_recognizers" and of PatternRecognizer.from_dict().
//
// A file means what Presidio's RecognizerRegistryProvider makes of it, as PyYAML reads values: "no"
// without quotes is no string. What it cannot mean here is an error that names the recognizer and
// the key, never their values: recognizers of Presidio's own that are not disabled, keys that this
// reader does not know, patterns that RE2 cannot run.
Result<std::string> read_presidio_registry(const std::string& yaml);

}  // namespace redact
