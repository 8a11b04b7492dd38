// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/label_windows.h"

#include <algorithm>

#include "redactor/labelling/label_decoder.h"

namespace redact {

namespace {

class LabelWindow final : public WindowDecoder {
 public:
  LabelWindow(const LabelFormat& format, const WindowPlace& place, std::span<const float> bias)
      : place_(place),
        decoder_(format, place_.source(), place.window.before,
                 place.window.end - place.window.read_from(), bias) {}

  Constraint& constraint() override { return decoder_; }
  LabelDecoder& decoder() { return decoder_; }
  Result<void> decide() override { return decoder_.decide(); }

  Result<void> collect(Findings& findings) const override {
    if (!decoder_.finished()) {
      return Error{ErrorKind::kInternal, "decoder", "left a window undecided"};
    }
    for (const TokenSpan& span : decoder_.spans()) place_.add_span(span, findings.spans);
    for (const TokenSpan& miss : decoder_.near_misses())
      place_.add_near_miss(miss, findings.near_misses);
    findings.least_margin = std::min(findings.least_margin, decoder_.least_margin());
    return {};
  }

 private:
  WindowPlace place_;
  LabelDecoder decoder_;
};

// The hint id of each row of a window, by the known word that it ends; -1: none.
std::vector<int32_t> hints(const WindowPlace& place, const Gazetteer& gazetteer,
                           std::span<const int32_t> ids) {
  const size_t from = place.window.read_from(), to = place.window.read_to();
  const size_t first_byte = place.row_begin(from);
  const auto found =
      gazetteer.find(place.text.substr(first_byte, place.row_end(to - 1) - first_byte));
  std::span<const KnownWord> words = found;
  std::vector<int32_t> out;
  for (size_t row = from; row < to; ++row) {
    const uint8_t classes =
        classes_at(words, place.row_begin(row) - first_byte, place.row_end(row) - first_byte);
    out.push_back(classes == 0 ? -1 : ids[classes - 1]);
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<WindowDecoder>> LabelWindows::start(const WindowPlace& place,
                                                           ModelSession*) {
  auto window = std::make_unique<LabelWindow>(format_, place, bias_);
  window->decoder().add_walls(place.rows_behind_walls());
  if (!gazetteer_.empty()) window->decoder().add_hints(hints(place, gazetteer_, format_.hints));
  return std::unique_ptr<WindowDecoder>(std::move(window));
}

}  // namespace redact
