// SPDX-License-Identifier: Apache-2.0
// Files that resources hold, or to which they refer.
#include <gtest/gtest.h>

#include <string>

#include "tests/documents/formats/redacted.h"

namespace redact::fhir_attachments_test {

const std::string kMask =
    R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
    R"("valueCode":"masked"}]})";

std::string json(const std::string& members) {
  return testing::redacted("{" + members + "}", Format::kJson, {});
}

TEST(FhirAttachments, TheSizeOfAHiddenFileIsMasked) {
  const std::string out =
      json(R"("resourceType":"DocumentReference","content":[{"attachment":{"size":11}}])");
  EXPECT_EQ(out, R"({"resourceType":"DocumentReference","content":[{"attachment":{"_size":)" +
                     kMask + "}}]}");
}

TEST(FhirAttachments, TheUrlOfAnAttachmentLeadsToItsRenamedResource) {
  const std::string out =
      json(R"("resourceType":"Bundle","entry":[{"resource":{"resourceType":"Binary","id":"b7"}},)"
           R"({"resource":{"resourceType":"DocumentReference","content":[{"attachment":{)"
           R"("url":"Binary/b7"}}]}}])");
  EXPECT_NE(out.find(R"("url":"Binary/1")"), out.npos) << out;
}

}  // namespace redact::fhir_attachments_test
