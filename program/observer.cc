// SPDX-License-Identifier: Apache-2.0
#include "program/observer.h"

#include <algorithm>

#include "program/batch/kept.h"

namespace redact {

template <typename Call>
Result<void> Observers::each(Call call) const {
  for (Observer* observer : all_) REDACT_TRY(call(*observer));
  return {};
}

bool Observers::remember() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const Observer* one) { return one->remembers(); });
}

bool Observers::need_reading() const {
  return std::any_of(all_.begin(), all_.end(),
                     [](const Observer* one) { return one->needs_reading(); });
}

Result<Permission> Observers::began(const Event& event) const {
  Permission all;
  for (Observer* observer : all_) {
    REDACT_ASSIGN(Permission one, observer->began(event));
    if (one.withheld) return one;
    all.alone = all.alone || one.alone;
  }
  return all;
}

Result<std::shared_ptr<const Kept>> Observers::finished(const Outcome& outcome,
                                                        std::optional<std::string_view> source,
                                                        const Redaction* redaction) const {
  const auto kept = std::make_shared<Kept>();
  for (const Observer* observer : all_) {
    REDACT_TRY(observer->finished(outcome, source, redaction, *kept));
  }
  return std::shared_ptr<const Kept>(kept);
}

Result<void> Observers::reported(const Outcome& outcome) const {
  return each([&](Observer& one) { return one.reported(outcome); });
}

Result<void> Observers::opens(const GrowingOutput& output) const {
  return each([&](Observer& one) { return one.opens(output); });
}

Result<void> Observers::placed(const std::vector<Outcome>& outcomes,
                               const std::vector<GrowingOutput>& grown) const {
  return each([&](Observer& one) { return one.placed(outcomes, grown); });
}

Result<void> Observers::in_place(const std::vector<std::string>& names) const {
  return each([&](Observer& one) { return one.in_place(names); });
}

Result<void> Observers::written() const {
  return each([](Observer& one) { return one.written(); });
}

Result<void> Observers::discarded() const {
  return each([](Observer& one) { return one.discarded(); });
}

Result<void> Observers::ended(const std::string& how) const {
  return each([&](Observer& one) { return one.ended(how); });
}

Result<void> Observers::appear() const {
  return each([](Observer& one) { return one.appear(); });
}

}  // namespace redact
