// SPDX-License-Identifier: Apache-2.0
// Any bytes as a ZIP archive: refused, or members of the sizes that it says, which a written
// archive holds again.
#include "documents/structured/zip_members.h"

#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using redact::fuzz::require;
  const auto archive = redact::ZipMembers::open(redact::fuzz::text_of(data, size));
  if (!archive.ok()) return 0;
  require(!archive->members().empty());
  uint64_t total = 0;
  for (const auto& member : archive->members()) total += member.size;
  if (total > (1u << 20)) return 0;  // nothing is gained from large members
  for (size_t i = 0; i < archive->members().size(); ++i) {
    const auto bytes = archive->read(i);
    if (bytes.ok()) require(bytes->size() == archive->members()[i].size);
  }
  const auto written = archive->write({});
  if (!written.ok()) return 0;
  const auto again = redact::ZipMembers::open(*written);
  require(again.ok() && again->members().size() == archive->members().size());
  return 0;
}
