// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace redact {

// log(sum(exp(values))), without overflow: the weight of several candidates against one. Not empty.
float log_sum_exp(std::span<const float> values);

// The index of the largest; ties go to the first. Not empty.
size_t argmax(std::span<const float> values);

}  // namespace redact
