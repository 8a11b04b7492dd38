// SPDX-License-Identifier: Apache-2.0
// Any bytes as a mapping, or a mapping of three documents and a table with changed bytes: it is
// refused, or gives back the source of a text, and never another one.
#include "redactor/records/mapping.h"

#include "redactor/records/sealed_mapping.h"
#include "tests/fuzz/check_refusal.h"
#include "tests/fuzz/edited.h"
#include "tests/support/test_key.h"

namespace {

using namespace redact;
using fuzz::require;

const std::string kSource = "Mrs Ellison, 14/03/1948", kOutput = "Mrs [NAME], [DATE]";

std::string sealed_lines() {
  Redaction redaction{};
  redaction.output = kOutput;
  redaction.edits = {{4, 11, "[NAME]"}, {13, 23, "[DATE]"}};
  const Secret key = testing::test_key("mapping");
  std::string lines;
  for (const TextName& name : {TextName{"7"}, TextName{"a", "t.csv", 1}, TextName{"\xff"}}) {
    lines += seal_mapping(key, name, kSource, redaction).value() + "\n";
  }
  return lines + seal_table(key, "t.csv", sha256(kOutput).value()).value() + "\n";
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  static const std::string kLines = sealed_lines();
  const bool is_edited = data[0] % 2 == 0;
  const std::string lines = is_edited ? fuzz::edited(kLines, data + 1, size - 1)
                                      : std::string(fuzz::text_of(data + 1, size - 1));
  auto mapping = Mapping::open(UserFile::in_memory(lines), testing::test_key("mapping"));
  if (!mapping.ok()) {
    fuzz::check_refusal(mapping.error());
    return 0;
  }
  for (const std::string id : {"7", "a", "\xff", "none"}) {
    for (const bool is_numbered : {false, true}) {
      const std::string table =
          id == "a" ? mapping->table_of(*sha256(kOutput), "t.csv", false) : "";
      const TextName name{id, table, table.empty() ? size_t{0} : size_t{1}};
      const auto source = mapping->source_of({name, id == "none", is_numbered}, kOutput);
      if (source.ok()) {
        require(*source == kSource);
      } else {
        fuzz::check_refusal(source.error());
      }
      require(source.ok() || lines != kLines || id == "none");
    }
  }
  return 0;
}
