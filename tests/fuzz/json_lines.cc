// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of JSON lines. The first byte says how it is compressed and which fields are
// read.
#include "documents/files/json_lines_reader.h"
#include "tests/fuzz/check_documents.h"
#include "tests/fuzz/input_file.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const unsigned how = data[0];
  redact::RecordFields fields;
  if ((how & 4) != 0) fields.texts = {"note.text", "text"};
  if ((how & 8) != 0) fields.labelled = {{"mrn", redact::Label::kMedicalRecord}};
  if ((how & 16) != 0) fields.patient = "patient";
  if ((how & 32) != 0) fields.kept = {"kept", "note"};
  fields.keep_all = (how & 64) != 0;
  const std::string_view bytes = redact::fuzz::text_of(data + 1, size - 1);
  // The longest line is short, so that inputs reach the limit.
  redact::JsonLinesReader reader(
      redact::fuzz::InputFile::of(how).open(bytes), fields,
      [](const std::string& id) { return id != "9"; }, 2000);
  redact::fuzz::check_documents(reader);
  return 0;
}
