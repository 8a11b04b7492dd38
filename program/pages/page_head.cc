// SPDX-License-Identifier: Apache-2.0
#include "program/pages/page_head.h"

#include "crypto/digest.h"
#include "documents/structured/codecs.h"
#include "program/pages/markup.h"

namespace redact {

namespace {

// The name of a script or a style in a content security policy.
Result<std::string> hash_source(std::string_view content) {
  REDACT_ASSIGN(const Digest digest, sha256(content));
  return "'sha256-" + encode_base64(bytes_of(digest)) + "'";
}

Result<std::string> security_policy(const PageParts& parts) {
  std::string script;
  if (!parts.script.empty()) {
    REDACT_ASSIGN(const std::string hash, hash_source(parts.script));
    script = "script-src " + hash + "; ";
  }
  REDACT_ASSIGN(const std::string style, hash_source(parts.style));
  return "default-src 'none'; " + script + "style-src " + style +
         "; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";
}

}  // namespace

Result<std::string> page_head(const PageParts& parts) {
  REDACT_ASSIGN(const std::string policy, security_policy(parts));
  return "<!DOCTYPE html>\n<html lang=\"en\" translate=\"no\">\n<head>\n<meta charset=\"utf-8\"/>\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
         policy +
         "\"/>\n<meta http-equiv=\"Cache-Control\" content=\"no-store\"/>\n"
         "<meta name=\"referrer\" content=\"no-referrer\"/>\n"
         "<meta name=\"viewport\" content=\"width=device-width\"/>\n<title>" +
         escape_html(parts.title) + "</title>\n<style>" + parts.style +
         "</style>\n</head>\n<body>\n";
}

std::string page_end(const PageParts& parts) {
  const std::string script = parts.script.empty() ? "" : "<script>" + parts.script + "</script>\n";
  return script + "</body>\n</html>\n";
}

std::string page_data(std::string_view attribute, std::string_view json) {
  return "<script type=\"application/json\" " + std::string(attribute) + ">" + in_script(json) +
         "</script>\n";
}

}  // namespace redact
