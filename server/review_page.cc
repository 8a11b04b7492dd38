// SPDX-License-Identifier: Apache-2.0
#include "server/review_page.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <redact/redact.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "server/review_parts.h"

namespace redact::server {

namespace {

using OrderedJson = nlohmann::ordered_json;

// The name of a script or a style in a content security policy.
std::string hash_source(std::string_view content) {
  unsigned char digest[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(content.data()), content.size(), digest);
  unsigned char base64[4 * ((sizeof digest + 2) / 3) + 1];
  EVP_EncodeBlock(base64, digest, sizeof digest);
  return "'sha256-" + std::string(reinterpret_cast<const char*>(base64)) + "'";
}

// Allows only the page's own script and style, no text as HTML (trusted types), requests only to
// this server, and no page around this one.
std::string content_policy() {
  return "default-src 'none'; script-src " + hash_source(kReviewScript) + "; style-src " +
         hash_source(kReviewStyle) +
         "; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
         "require-trusted-types-for 'script'";
}

// The run in the form that the page reads, as JSON in which nothing ends the script element.
std::string run_of(const char* model, const char* policy) {
  OrderedJson run = {{"model", model}, {"policy", policy}, {"labels", OrderedJson::array()}};
  for (size_t i = 0; i < redact_n_labels(); ++i)
    run["labels"].push_back({{"label", redact_label(i)}});
  run["documents"] = OrderedJson::array();
  std::string safe;
  for (const char c : run.dump(-1, ' ', false, OrderedJson::error_handler_t::replace)) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

}  // namespace

HttpAnswer review_page(const char* model, const char* policy) {
  HttpAnswer page("text/html; charset=utf-8", kReviewHead);
  page.body.append("<style>")
      .append(kReviewStyle)
      .append("</style>\n</head>\n<body>\n<div id=\"desk\">\n");
  page.body.append(kReviewBody).append("</div>\n<script type=\"application/json\" id=\"run\">");
  page.body.append(run_of(model, policy)).append("</script>\n<script>").append(kReviewScript);
  page.body.append("</script>\n</body>\n</html>\n");
  page.content_policy = content_policy();
  page.fields = {{"Referrer-Policy", "no-referrer"},
                 {"Cross-Origin-Opener-Policy", "same-origin"},
                 {"Cross-Origin-Resource-Policy", "same-origin"}};
  return page;
}

}  // namespace redact::server
