// SPDX-License-Identifier: Apache-2.0
// Any text as a file's chat template: it is recognised or refused, and never run. Recognised ones
// and all built-in ones keep the contents of the turns apart, whatever these hold.
#include "runtime/text/chat_template.h"

#include "tests/fuzz/require.h"

namespace {

void check(const redact::ChatTemplate& format, std::string_view content) {
  using redact::fuzz::require;
  const redact::ChatTurn turns[] = {{redact::ChatRole::kUser, std::string(content)}};
  const auto rendered = format.render(turns);
  if (!rendered.ok()) return;
  require(rendered->last_content < rendered->pieces.size());
  const redact::ChatPiece& piece = rendered->pieces[rendered->last_content];
  require(piece.kind == redact::ChatPiece::Kind::kContent && piece.text == content);
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = redact::fuzz::text_of(data, size);
  const auto recognised = redact::ChatTemplate::recognise(text);
  if (recognised.ok()) check(*recognised, text);
  for (const std::string_view name : redact::ChatTemplate::names()) {
    check(*redact::ChatTemplate::find(name), text);
  }
  return 0;
}
