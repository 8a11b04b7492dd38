// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace redact {

// log(sum(exp(values))), without overflow: the joint weight of several candidates. `values` is not
// empty.
float log_sum_exp(std::span<const float> values);

// The index of the largest value; ties go to the first. `values` is not empty.
size_t argmax(std::span<const float> values);

}  // namespace redact
