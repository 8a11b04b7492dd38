// SPDX-License-Identifier: Apache-2.0
// Any bytes as a table. The first byte says how it is compressed and which columns are read. Rows
// make up the file, byte for byte, if it is a table.
#include "base/utf16.h"
#include "documents/files/table_reader.h"
#include "tests/fuzz/check_documents.h"
#include "tests/fuzz/input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const unsigned how = data[0];
  const std::string_view bytes = redact::fuzz::text_of(data + 1, size - 1);
  redact::TableOptions options{(how & 4) != 0 ? "\t" : ",;", {}};
  if ((how & 8) != 0) options.columns.labelled = {{"mrn", redact::Label::kMedicalRecord}};
  if ((how & 16) != 0) options.columns.patient = "patient";
  options.needs_id = (how & 32) != 0;
  options.max_row_bytes = 2000;
  redact::TableReader reader(redact::fuzz::InputFile::of(how).open(bytes), options);
  std::string whole = redact::fuzz::check_documents(reader);
  if (const auto utf16 = reader.utf16()) whole = redact::to_utf16(whole, utf16->high_byte_first);
  if (!whole.empty() && !redact::fuzz::InputFile::is_compressed(how)) {
    redact::fuzz::require(whole == bytes);
  }
  return 0;
}
