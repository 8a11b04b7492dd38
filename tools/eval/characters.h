// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact::eval {

bool is_space(char32_t c);
bool is_alphanumeric(char32_t c);

}  // namespace redact::eval
