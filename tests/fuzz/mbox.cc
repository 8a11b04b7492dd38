// SPDX-License-Identifier: Apache-2.0
// Any bytes as an mbox file. The first byte says how it is compressed. Mails make up the file, byte
// for byte, if none is too long.
#include "documents/files/mbox_reader.h"
#include "tests/fuzz/check_documents.h"
#include "tests/fuzz/input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const unsigned how = data[0];
  const std::string_view bytes = redact::fuzz::text_of(data + 1, size - 1);
  const size_t longest = (how & 4) != 0 ? 500 : redact::kMaxDocumentBytes;
  redact::MboxReader reader(
      redact::fuzz::InputFile::of(how).open(bytes), [](const std::string&) { return true; },
      longest);
  const std::string whole = redact::fuzz::check_documents(reader);
  if (!whole.empty() && (how & 4) == 0 && !redact::fuzz::InputFile::is_compressed(how)) {
    redact::fuzz::require(whole == bytes);
  }
  return 0;
}
