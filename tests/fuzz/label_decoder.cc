// SPDX-License-Identifier: Apache-2.0
// Any logits to the decoder of label models: every token of the window is decided once, and no
// span leaves the window (P1, P2).
#include "redactor/labelling/label_decoder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "redactor/labelling/label_format.h"
#include "tests/fuzz/require.h"
#include "tests/support/single_rows.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace redact;
  using fuzz::require;
  if (size < 5) return 0;
  LabelFormat format{};
  format.lag = data[0] % 4;
  format.bos = 1;
  format.labels = {Label::kPatient, Label::kDate};
  format.outputs = {50, 51, 52, 53, 54, 55, 56, 57, 58};
  format.window_tokens = 64;
  format.context_tokens = 16;
  std::vector<int32_t> source(1 + data[1] % 64);
  std::iota(source.begin(), source.end(), 100);
  const size_t first = data[2] % source.size();
  const size_t end = first + 1 + data[3] % (source.size() - first);
  const std::vector<float> bias = {0, static_cast<float>(static_cast<int8_t>(data[4])) / 8};
  LabelDecoder decoder(format, testing::single_rows(source), first, end, bias);
  Draft draft;
  decoder.propose(decoder.min_rows(), draft);
  require(draft.n_rows() == format.n_rows(source.size()));
  std::vector<float> logits(draft.n_logits());
  for (size_t i = 0; i < logits.size() && size > 5; ++i) {
    const size_t at = 5 + i * sizeof(float) % (size - 5);
    std::memcpy(&logits[i], data + at, std::min(sizeof(float), size - at));
    if (!std::isfinite(logits[i])) logits[i] = 0;
  }
  const auto accepted = decoder.judge(draft, logits);
  require(accepted.ok() && *accepted == draft.n_rows() && decoder.finished());
  require(decoder.decide().ok());
  size_t reached = first;
  for (const TokenSpan& span : decoder.spans()) {
    require(span.begin >= reached && span.begin < span.end && span.end <= end && span.score >= 0);
    reached = span.end;
  }
  for (const TokenSpan& miss : decoder.near_misses()) {
    require(miss.begin >= first && miss.end == miss.begin + 1 && miss.end <= end &&
            miss.score <= 0);
  }
  require(decoder.least_margin() >= 0);
  return 0;
}
