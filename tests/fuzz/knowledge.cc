// SPDX-License-Identifier: Apache-2.0
// Any text, and any terms known about the people in it, with a small model: each further term
// uncovers no byte. The first byte chooses the policy, the second the number of terms; each is a
// line, of which the first byte chooses the label, and the text follows.
#include "tests/support/knowledge.h"

#include <algorithm>

#include "documents/formats/format.h"
#include "tests/fuzz/check_refusal.h"

namespace {

using namespace redact;
using fuzz::require;

class World {
 public:
  World() : hider_(open()) {
    for (const char* policy : {"default", "patient", "hipaa-safe-harbor", "linked"}) {
      configurations_.push_back(hider_.configure(policy).value());
    }
  }

  Result<testing::HiddenBytes> hidden(size_t number,
                                      const std::vector<testing::Knowledge::Term>& known,
                                      std::string_view text, Format format) const {
    return hider_.hidden(configurations_[number % configurations_.size()], known, text, format);
  }

 private:
  static testing::Hider open() {
    ModelOptions options;
    options.model_path = REDACT_SOURCE_DIR "/tests/golden/label-f32.gguf";
    options.n_threads = 1;
    return testing::Hider::open(options).value();
  }

  testing::Hider hider_;
  std::vector<std::shared_ptr<const Configuration>> configurations_;
};

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  static const auto& kWorld = *new World;
  std::string_view rest = fuzz::text_of(data + 2, std::min<size_t>(size - 2, 1000));
  std::vector<testing::Knowledge::Term> terms;
  for (size_t i = data[1] % 4; i > 0 && !rest.empty(); --i) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.empty()) continue;
    const size_t label = static_cast<uint8_t>(line[0]) % kLabelNames.size();
    terms.push_back({static_cast<Label>(label), std::string(line.substr(1))});
  }
  if (unreadable_kind(rest) != nullptr) return 0;
  const Format format = find_format(rest, "");
  if (format == Format::kDocx) return 0;
  std::vector<testing::Knowledge::Term> known;
  auto before = kWorld.hidden(data[0], known, rest, format);
  for (const auto& term : terms) {
    known.push_back(term);
    auto after = kWorld.hidden(data[0], known, rest, format);
    // A replacement in broken markup may be refused (documents.cc).
    if (before.ok() && after.ok()) require(testing::uncovered(rest, *before, *after).empty());
    before = std::move(after);
  }
  return 0;
}
