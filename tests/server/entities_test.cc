// SPDX-License-Identifier: Apache-2.0
// The server's table of Presidio's names agrees with that of `--format presidio`.
#include "server/presidio/entities.h"

#include <gtest/gtest.h>
#include <redact/redact.h>

#include "redactor/records/presidio_names.h"

namespace redact::server {
namespace entities_test {

TEST(Entities, AreThoseOfTheProgram) {
  for (size_t i = 0; i < redact_n_labels(); ++i) {
    const auto label = find_label(redact_label(i));
    ASSERT_TRUE(label.has_value());
    EXPECT_EQ(entity_of_label(redact_label(i)), presidio_name(*label)) << redact_label(i);
  }
}

TEST(Entities, AreAskedForByPresidioSNames) {
  EXPECT_TRUE(asks_for("PERSON", "DOCTOR"));
  EXPECT_TRUE(asks_for("US_SSN", "SSN"));
  EXPECT_TRUE(asks_for("SSN", "SSN"));
  EXPECT_FALSE(asks_for("US_SSN", "ACCOUNT"));
  EXPECT_FALSE(asks_for("SPACESHIP", "SSN"));
}

}  // namespace entities_test
}  // namespace redact::server
