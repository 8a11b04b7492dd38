// SPDX-License-Identifier: Apache-2.0
#include "server/presidio/entities.h"

#include <gtest/gtest.h>
#include <redact/redact.h>

#include "redactor/records/presidio_names.h"

namespace redact::server::entities_test {

// Each label's name is that of `--format presidio`, and clients may ask for it.
TEST(Entities, AreThoseOfTheProgram) {
  for (size_t i = 0; i < redact_n_labels(); ++i) {
    const auto label = find_label(redact_label(i));
    ASSERT_TRUE(label.has_value());
    EXPECT_EQ(redact_presidio_name(redact_label(i)), presidio_name(*label)) << redact_label(i);
    EXPECT_TRUE(is_asked_name(presidio_name(*label))) << redact_label(i);
  }
}

TEST(Entities, AreAskedForByPresidioSNames) {
  EXPECT_TRUE(asks_for("PERSON", "DOCTOR"));
  EXPECT_TRUE(asks_for("US_SSN", "SSN"));
  EXPECT_TRUE(asks_for("SSN", "SSN"));
  EXPECT_FALSE(asks_for("US_SSN", "ACCOUNT"));
  EXPECT_FALSE(asks_for("SPACESHIP", "SSN"));
}

}  // namespace redact::server::entities_test
