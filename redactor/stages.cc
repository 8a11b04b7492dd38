// SPDX-License-Identifier: Apache-2.0
// The path of a document through the redactor. Each stage is a function of the configuration and of
// the constant values that earlier stages made:
//
// - read: DocumentInput -> Text, the document as its format and as people read it
// - guide: Text -> Evidence of rules, lists, fields and known people
// - open: Text -> DocumentWindows of each finder in turn, which a queue runs through its model
// - join: Findings of each finder -> Findings, cut where fields end
// - settle: Text, Evidence, Findings -> Decision, the spans to hide and to review
// - write: Text, Decision -> Redaction, the output, verified against the source
//
// Hiding is decided three times, each time by more evidence (resolve.h): decide() by the guides
// alone, for the beginning of a model's draft; hiding() with the model's findings, for the repeats
// of names; settle() with these repeats and with the names and towns that the policy leaves in the
// text.
#include "redactor/stages.h"

#include <utility>

#include "redactor/finder/decoding.h"
#include "redactor/finder/model_session.h"
#include "redactor/settle.h"
#include "redactor/write.h"

namespace redact {

namespace {

// The windows of the finder whose turn it is. Returns whether there is one.
bool open(WorkInProgress& work, const Configuration& configuration) {
  const size_t turn = work.findings.size();
  if (turn == configuration.decodings.size()) return false;
  const Decoding& decoding = *configuration.decodings[turn];
  const Text& text = *work.text;
  work.windows.emplace(decoding.open({text.view.text(), work.forced, text.passages, text.walls}));
  work.windows->prepare();
  return true;
}

Result<Decision> settle_all(const DocumentInput& input, const Configuration& configuration,
                            const Text& text, Evidence evidence, std::vector<Findings> findings,
                            StopCheck& stop) {
  REDACT_ASSIGN(const Findings found, join(std::move(findings), text, configuration.agreement));
  evidence.insert(evidence.end(), found.spans.begin(), found.spans.end());
  const std::vector<Span> hides = hiding(evidence, configuration.policy);
  evidence = add_repeats(std::move(evidence), hides, found, text, configuration, stop);
  return settle(input, text, std::move(evidence), found, configuration, stop);
}

}  // namespace

Result<std::unique_ptr<WorkInProgress>> begin(const DocumentInput& input,
                                              const Configuration& configuration, StopCheck& stop) {
  auto work = std::make_unique<WorkInProgress>();
  REDACT_ASSIGN(work->text, read(input, configuration, stop));
  if (input.corrections != nullptr) return work;  // a person has decided
  REDACT_ASSIGN(work->evidence, guide(input, *work->text, configuration, stop));
  work->forced = decide(work->evidence, configuration.policy);
  open(*work, configuration);
  return work;
}

Result<bool> go_on(WorkInProgress& work, const Configuration& configuration) {
  REDACT_ASSIGN(Findings found, work.windows->take());
  work.findings.push_back(std::move(found));
  work.windows.reset();
  return open(work, configuration);
}

Result<Redaction> conclude(const DocumentInput& input, const Configuration& configuration,
                           std::unique_ptr<WorkInProgress> work, StopCheck& stop) {
  const Text& text = *work->text;
  work->windows.reset();
  REDACT_ASSIGN(Decision decision,
                input.corrections != nullptr
                    ? settle_corrected(input, text, configuration)
                    : settle_all(input, configuration, text, std::move(work->evidence),
                                 std::move(work->findings), stop));
  return write(input, text, std::move(decision), configuration, stop);
}

Result<Redaction> redact_now(const DocumentInput& input, const Configuration& configuration,
                             ModelSession& session, StopCheck& stop) {
  REDACT_ASSIGN(auto work, begin(input, configuration, stop));
  if (work->windows) {
    session.run(*work->windows);
    REDACT_ASSIGN(const bool has_more, go_on(*work, configuration));
    if (has_more) return Error{ErrorKind::kInternal, "finder", "has no session"};
  }
  return conclude(input, configuration, std::move(work), stop);
}

}  // namespace redact
