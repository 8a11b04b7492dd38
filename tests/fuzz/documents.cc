// SPDX-License-Identifier: Apache-2.0
// Any document, from its bytes to its result, with a small model. An error does not quote the
// document; otherwise only hidden text differs (P1). A bias that hides everything leaves no byte
// except white space, since each is decided (P2); and sessions that pack the work differently give
// the same bytes (P4). The first byte chooses the configuration.
#include <algorithm>
#include <memory>

#include "documents/formats/format.h"
#include "redactor/stages.h"
#include "tests/attack/mutated/checks.h"
#include "tests/fuzz/check_refusal.h"
#include "tests/fuzz/check_spans.h"
#include "tests/support/test_key.h"

namespace {

using namespace redact;
using fuzz::require;

class World {
 public:
  World() {
    ModelOptions options;
    options.model_path = REDACT_SOURCE_DIR "/tests/golden/label-f32.gguf";
    options.n_threads = 1;
    model_ = open_redaction_model(options).value();
    session_ = model_->open_session(1).value();
    options.max_sequences = 1;
    options.max_rows = 1;
    narrow_model_ = open_redaction_model(options).value();
    narrow_session_ = narrow_model_->open_session(1).value();
    for (const std::string policy : {"default", "linked", "surrogate", "hipaa-safe-harbor"}) {
      for (const float bias : {-3.0f, 2.0f}) {
        configurations_.push_back(open(policy, bias, model_));
        narrow_configurations_.push_back(open(policy, bias, narrow_model_));
      }
    }
    DecodingOptions all;
    all.bias = 1e5f;
    hides_all_ = model_->configure(all).value();
  }

  Result<Redaction> redact(std::string_view text, Format format, size_t number) const {
    return redact(text, format, number, configurations_, *session_);
  }
  Result<Redaction> redact_narrow(std::string_view text, Format format, size_t number) const {
    return redact(text, format, number, narrow_configurations_, *narrow_session_);
  }
  // The model's spans where every token is hidden.
  std::vector<Span> all_spans(std::string_view text) const {
    return session_->find(*hides_all_, {text}).value().spans;
  }

 private:
  using Configurations = std::vector<std::shared_ptr<const Configuration>>;

  static std::shared_ptr<const Configuration> open(
      const std::string& policy, float bias, const std::shared_ptr<const RedactionModel>& model) {
    Settings settings;
    settings.policy = policy;
    settings.key = testing::test_key("fuzz");  // without it surrogates are new in each run
    settings.decoding.bias = bias;
    return Configuration::open(settings, model).value();
  }
  static Result<Redaction> redact(std::string_view text, Format format, size_t number,
                                  const Configurations& configurations, ModelSession& session) {
    DocumentInput input{text, format};
    input.patient = "p";
    return redact_now(input, *configurations[number % configurations.size()], session);
  }

  std::shared_ptr<const RedactionModel> model_, narrow_model_;
  std::unique_ptr<ModelSession> session_, narrow_session_;
  Configurations configurations_, narrow_configurations_;
  std::shared_ptr<const Decoding> hides_all_;
};

testing::Complaint check(std::string_view source, Format format, const Redaction& redaction) {
  if (auto complaint = testing::check_bytes(source, redaction)) return complaint;
  switch (format) {
    case Format::kJson: return testing::check_json(source, redaction.output);
    case Format::kXml: return testing::check_xml(source, redaction.output);
    case Format::kHtml: return testing::check_html(source, redaction.output);
    case Format::kHl7: return testing::check_hl7(source, redaction.output);
    case Format::kMail: return testing::check_mail(source, redaction.output);
    case Format::kRtf: return testing::check_rtf(source, redaction.output);
    default: return testing::check_utf16(source, redaction.output);
  }
}

void check_coverage(std::string_view text, const std::vector<Span>& spans) {
  fuzz::check_spans(spans, text.size());
  size_t at = 0;
  const auto is_white = [&](size_t begin, size_t end) {
    return text.substr(begin, end - begin).find_first_not_of(" \t\r\n\v\f") == text.npos;
  };
  for (const Span& span : spans) {
    require(is_white(at, span.begin));
    at = span.end;
  }
  require(is_white(at, text.size()));
}

// A result that the program's own checks find wrong is withheld, and should not be. But in HTML, in
// notes with pieces of it and in HL7, where markup is broken, a replacement can make markup of what
// was text: if "</g>", which is no element, has its "g" replaced, or a line that is no segment its
// first word.
bool may_read_differently(Format format, const Error& error) {
  return format != Format::kJson && format != Format::kXml &&
         error.message() == "output: reads differently from the source with its replacements";
}

}  // namespace

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  static const auto& kWorld = *new World;
  const size_t number = data[0];
  const std::string_view file = fuzz::text_of(data + 1, std::min<size_t>(size - 1, 1500));
  if (unreadable_kind(file) != nullptr) return 0;
  const Format format = find_format(file, "");
  if (format == Format::kDocx) return 0;  // zip_members
  const auto redaction = kWorld.redact(file, format, number);
  const auto same = kWorld.redact_narrow(file, format, number);
  require(redaction.ok() == same.ok());
  if (redaction.ok()) {
    require(!check(file, format, *redaction));
    require(redaction->output == same->output);
  } else {
    fuzz::check_refusal(redaction.error());
    require(redaction.error().kind != ErrorKind::kInternal ||
            may_read_differently(format, redaction.error()));
    require(redaction.error().message() == same.error().message());
  }
  if (number % 4 == 0) check_coverage(file, kWorld.all_spans(file));
  return 0;
}
