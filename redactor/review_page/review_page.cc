// SPDX-License-Identifier: Apache-2.0
#include "redactor/review_page/review_page.h"

#include <utility>

#include "redactor/policy/digest.h"
#include "redactor/review_page/builtin_page.h"
#include "redactor/structured/codecs.h"

namespace redact {

namespace {

// How a content security policy names a script or a style.
Result<std::string> hash_source(std::string_view content) {
  REDACT_ASSIGN(const Digest digest, sha256(content));
  return "'sha256-" + encode_base64(bytes_of(digest)) + "'";
}

// Nothing is loaded, sent or stored, only the page's own script and style are used, and no text can
// become HTML (trusted types).
Result<std::string> security_policy() {
  REDACT_ASSIGN(const std::string script, hash_source(kPageScript));
  REDACT_ASSIGN(const std::string style, hash_source(kPageStyle));
  return "default-src 'none'; script-src " + script + "; style-src " + style +
         "; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
}

}  // namespace

Result<ReviewPage> ReviewPage::create(const std::string& path) {
  REDACT_ASSIGN(const std::string policy, security_policy());
  if (const std::error_code failed = make_parent_folder(path)) {
    return Error{ErrorKind::kIo, "create", failed.message()};
  }
  REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path));
  ReviewPage page(std::move(file));
  const std::string meta =
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n<style>";
  for (const std::string_view part :
       {std::string_view(kPageHead), std::string_view(meta), std::string_view(kPageStyle),
        std::string_view("</style>\n</head>\n<body>\n"), std::string_view(kPageBody)}) {
    REDACT_TRY(page.file_.write(part));
  }
  return page;
}

Result<void> ReviewPage::add(const PageDocument& document) {
  REDACT_TRY(add_data("class=\"data\"", document.content));
  entries_.push_back(document.entry);
  return {};
}

Result<void> ReviewPage::rewind(const Place& place) {
  REDACT_TRY(file_.shorten(place.n_bytes));
  entries_.resize(place.n_documents);
  return {};
}

Result<void> ReviewPage::finish(std::string_view model, const Policy& policy) {
  REDACT_TRY(add_data("id=\"run\"", page_run(model, policy, entries_)));
  REDACT_TRY(file_.write("<script>" + std::string(kPageScript) + "</script>\n</body>\n</html>\n"));
  return file_.commit();
}

// A script of this type is data: it is never run.
Result<void> ReviewPage::add_data(std::string_view attribute, std::string_view json) {
  return file_.write("<script type=\"application/json\" " + std::string(attribute) + ">" +
                     in_script(json) + "</script>\n");
}

std::string in_script(std::string_view json) {
  constexpr std::string_view kSeparator = "\xe2\x80\xa8", kParagraph = "\xe2\x80\xa9";
  std::string out;
  out.reserve(json.size() + json.size() / 64);
  for (size_t at = 0; at < json.size(); ++at) {
    const std::string_view rest = json.substr(at, kSeparator.size());
    if (json[at] == '<') {
      out += "\\u003c";
    } else if (rest == kSeparator || rest == kParagraph) {
      out += rest == kSeparator ? "\\u2028" : "\\u2029";
      at += kSeparator.size() - 1;
    } else {
      out += json[at];
    }
  }
  return out;
}

}  // namespace redact
