// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/presidio_registry.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "documents/files/checked_yaml.h"
#include "language/language.h"
#include "redactor/rules/pattern_problem.h"

namespace redact {

namespace {

using Json = nlohmann::ordered_json;

constexpr char kWhat[] = "recognizers";
// Flags of Python's re. Python's strings always match as with UNICODE.
constexpr int kIgnoreCase = 2, kMultiLine = 8, kDotAll = 16, kUnicode = 32;
// What one match may cost, since every request looks for all of it; redact-server takes as much.
constexpr size_t kMostPatterns = 256, kMostPatternBytes = 4096, kMostTerms = 10'000,
                 kMostWords = 256, kMostNameBytes = 256;
// For a file of brackets yaml-cpp takes 200 times its size in memory, and 3 s for each MiB at a
// load of 10. Aliases repeat texts.
constexpr size_t kMostFileBytes = size_t{4} << 20, kMostBytes = size_t{16} << 20;

// A value without quotes that PyYAML, which reads YAML 1.1, takes for no string.
const re2::RE2& other_than_text() {
  static const re2::RE2 pattern(
      "|~|null|Null|NULL|=|<<"
      "|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF"
      "|[-+]?0b[01_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[0-9][0-9_]*|[-+]?\\.(inf|Inf|INF)"
      "|\\.(nan|NaN|NAN)|[-+]?[0-9][0-9_]*\\.[0-9_]*([eE][-+][0-9]+)?"
      "|\\.[0-9][0-9_]*([eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\\.[0-9_]*)?"
      "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt \\t].*)?");
  return pattern;
}

bool is_plain(const YAML::Node& node) { return node.Tag() == "?"; }

// Reads one file. `where` is a path of keys and numbers, "[1].patterns[0].regex".
class Registry {
 public:
  explicit Registry(YAML::Node root) : root_(std::move(root)) {}

  Result<std::string> read() {
    REDACT_TRY(
        check_keys(root_, kWhat, {"supported_languages", "global_regex_flags", "recognizers"}));
    if (const YAML::Node flags = root_["global_regex_flags"]) {
      REDACT_ASSIGN(flags_, flags_of(flags));
    }
    if (const YAML::Node languages = root_["supported_languages"]) {
      REDACT_ASSIGN(languages_, texts(languages, "supported_languages", 8, kMostNameBytes));
      for (const std::string& each : *languages_) {
        REDACT_TRY(check_language(languages, each, "supported_languages"));
      }
    }
    const YAML::Node list = root_["recognizers"];
    if (!list || !list.IsSequence() || list.size() == 0) {
      return bad(root_, "recognizers", "is not a list with a recognizer in it");
    }
    for (size_t i = 0; i < list.size(); ++i) {
      REDACT_TRY(read_recognizer(list[i], "[" + std::to_string(i) + "]"));
    }
    return all_.dump();
  }

 private:
  static Error bad(const YAML::Node& node, const std::string& where, std::string problem) {
    return {ErrorKind::kBadInput, line_of(node.Mark(), kWhat) + (where.empty() ? "" : " " + where),
            std::move(problem)};
  }

  Result<std::string> text(const YAML::Node& node, const std::string& where, size_t most) {
    const bool is_text = node.Tag() == "!" || node.Tag() == "tag:yaml.org,2002:str" ||
                         (is_plain(node) && node.IsScalar() &&
                          !re2::RE2::FullMatch(node.Scalar(), other_than_text()));
    if (!node.IsScalar() || !is_text) {
      return bad(node, where, "is not a text (quotes make one of a number, a date, yes and no)");
    }
    if (node.Scalar().empty()) return bad(node, where, "is empty");
    if (node.Scalar().size() > most) {
      return bad(node, where, "has more than " + std::to_string(most) + " bytes");
    }
    if ((n_bytes_ += node.Scalar().size()) > kMostBytes)
      return bad(node, where, "is beyond 16 MiB");
    return node.Scalar();
  }

  Result<std::vector<std::string>> texts(const YAML::Node& node, const std::string& where,
                                         size_t most, size_t most_bytes) {
    if (!node.IsSequence() || node.size() > most) {
      return bad(node, where, "is not a list of at most " + std::to_string(most) + " texts");
    }
    std::vector<std::string> all;
    for (const YAML::Node& each : node) {
      REDACT_ASSIGN(std::string one, text(each, where, most_bytes));
      all.push_back(std::move(one));
    }
    return all;
  }

  static Result<double> score_of(const YAML::Node& node, const std::string& where) {
    static const re2::RE2 number("[01]|[01]?\\.[0-9]+|[01]\\.");
    double score = 0;
    const bool is_number =
        node && node.IsScalar() && is_plain(node) && re2::RE2::FullMatch(node.Scalar(), number);
    if (is_number) score = std::strtod(node.Scalar().c_str(), nullptr);
    if (!is_number || score > 1) {
      return bad(node ? node : YAML::Node(), where, "is not a number from 0 to 1");
    }
    return score;
  }

  static Result<int> flags_of(const YAML::Node& node) {
    int flags = 0;
    const bool is_number = node.IsScalar() && is_plain(node) &&
                           re2::RE2::FullMatch(node.Scalar(), "([0-9]{1,4})", &flags);
    if (!is_number || (flags & ~(kIgnoreCase | kMultiLine | kDotAll | kUnicode)) != 0) {
      return bad(node, "global_regex_flags",
                 "is not a sum of IGNORECASE (2), MULTILINE (8), DOTALL (16) and UNICODE (32)");
    }
    return flags;
  }

  static Result<void> check_language(const YAML::Node& node, const std::string& language,
                                     const std::string& where) {
    if (std::find(kLanguages.begin(), kLanguages.end(), language) != kLanguages.end()) return {};
    return bad(node, where, "is none of en, es, it, fr, de, ro, tr, ar");
  }

  static Result<bool> is_enabled(const YAML::Node& node, const std::string& where) {
    const YAML::Node enabled = node["enabled"];
    if (!enabled) return true;
    bool value = true;
    const bool is_flag = is_plain(enabled) && YAML::convert<bool>::decode(enabled, value);
    if (!is_flag || enabled.Scalar().size() < 2) {  // not the letters y and n
      return bad(enabled, where + ".enabled", "is neither true nor false");
    }
    return value;
  }

  // A recognizer in one language, with its context there.
  struct Language {
    std::string name;
    std::optional<YAML::Node> context;
  };

  Result<void> read_recognizer(const YAML::Node& node, const std::string& where) {
    constexpr char kPredefined[] =
        "is predefined in Presidio, and redact finds such things by itself: \"enabled: false\" "
        "leaves it out";
    // The name of redact itself among Presidio's recognizers.
    const auto is_redact = [](const YAML::Node& name) {
      return name && name.IsScalar() && name.Scalar() == "RedactRecognizer";
    };
    if (is_redact(node)) return {};
    if (!node.IsMap()) return bad(node, where, node.IsScalar() ? kPredefined : "is not a map");
    REDACT_ASSIGN(const bool enabled, is_enabled(node, where));
    if (!enabled) return {};
    bool is_predefined = !node["patterns"] && !node["deny_list"];
    if (const YAML::Node type = node["type"]) {
      REDACT_ASSIGN(const std::string kind, text(type, where + ".type", kMostNameBytes));
      is_predefined = kind == "predefined";
      if (!is_predefined && kind != "custom") {
        return bad(type, where + ".type", "is neither custom nor predefined");
      }
    }
    if (is_predefined && is_redact(node["name"])) return {};
    if (is_predefined) return bad(node, where, kPredefined);
    REDACT_TRY(check_keys(
        node, kWhat,
        {"name", "type", "enabled", "supported_language", "supported_languages", "supported_entity",
         "supported_entities", "patterns", "deny_list", "deny_list_score", "context"},
        where));
    Json made = Json::object();
    if (!node["name"]) return bad(node, where, "has no name");
    REDACT_ASSIGN(made["name"], text(node["name"], where + ".name", kMostNameBytes));
    REDACT_ASSIGN(made["supported_entity"], entity_of(node, where));
    REDACT_TRY(read_patterns(node, where, made));
    REDACT_ASSIGN(const std::vector<Language> languages, languages_of(node, where));
    made["global_regex_flags"] = flags_;
    for (const Language& language : languages) {
      REDACT_TRY(check_language(node, language.name, where + ".supported_language"));
      const bool is_of_registry = !languages_ || std::find(languages_->begin(), languages_->end(),
                                                           language.name) != languages_->end();
      if (!is_of_registry) {
        return bad(node, where + ".supported_language", "is none of the supported_languages");
      }
      Json one = made;
      one["supported_language"] = language.name;
      if (language.context) {
        REDACT_ASSIGN(one["context"],
                      texts(*language.context, where + ".context", kMostWords, kMostNameBytes));
      }
      all_.push_back(std::move(one));
    }
    return {};
  }

  Result<std::string> entity_of(const YAML::Node& node, const std::string& where) {
    const YAML::Node one = node["supported_entity"], several = node["supported_entities"];
    if (one && several) return bad(several, where, "has supported_entity and supported_entities");
    if (one) return text(one, where + ".supported_entity", kMostNameBytes);
    if (!several) return bad(node, where, "has no supported_entity");
    REDACT_ASSIGN(const auto names,
                  texts(several, where + ".supported_entities", 1, kMostNameBytes));
    if (names.empty()) return bad(several, where + ".supported_entities", "is empty");
    return names.front();
  }

  Result<void> read_patterns(const YAML::Node& node, const std::string& where, Json& made) {
    const YAML::Node patterns = node["patterns"], denied = node["deny_list"];
    const size_t n = (patterns ? patterns.size() : 0) + (denied ? denied.size() : 0);
    if (n == 0) return bad(node, where, "has neither patterns nor a deny_list");
    if (patterns) {
      made["patterns"] = Json::array();
      if (!patterns.IsSequence()) return bad(patterns, where + ".patterns", "is not a list");
      for (size_t i = 0; i < patterns.size(); ++i) {
        const std::string at = where + ".patterns[" + std::to_string(i) + "]";
        REDACT_ASSIGN(Json pattern, pattern_of(patterns[i], at));
        made["patterns"].push_back(std::move(pattern));
      }
    }
    if (denied) {
      ++n_patterns_;
      REDACT_ASSIGN(made["deny_list"],
                    texts(denied, where + ".deny_list", kMostTerms, kMostPatternBytes));
    }
    if (n_patterns_ > kMostPatterns) {
      return bad(node, where, "is beyond 256 patterns and lists of the file");
    }
    if (const YAML::Node score = node["deny_list_score"]) {
      REDACT_ASSIGN(made["deny_list_score"], score_of(score, where + ".deny_list_score"));
    }
    return {};
  }

  Result<Json> pattern_of(const YAML::Node& node, const std::string& where) {
    REDACT_TRY(check_keys(node, kWhat, {"name", "regex", "score"}, where));
    ++n_patterns_;
    Json made = Json::object();
    for (const auto& [key, most] :
         {std::pair("name", kMostNameBytes), std::pair("regex", kMostPatternBytes)}) {
      if (!node[key]) return bad(node, where, "has no " + std::string(key));
      REDACT_ASSIGN(made[key], text(node[key], where + "." + key, most));
    }
    if (!node["score"]) return bad(node, where, "has no score");
    REDACT_ASSIGN(made["score"], score_of(node["score"], where + ".score"));
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_case_sensitive((flags_ & kIgnoreCase) == 0);
    options.set_dot_nl((flags_ & kDotAll) != 0);
    const re2::RE2 compiled(node["regex"].Scalar(), options);
    if (!compiled.ok()) return bad(node["regex"], where + ".regex", pattern_problem(compiled));
    return made;
  }

  Result<std::vector<Language>> languages_of(const YAML::Node& node, const std::string& where) {
    const YAML::Node one = node["supported_language"], several = node["supported_languages"];
    std::optional<YAML::Node> context;
    if (const YAML::Node given = node["context"]) context = given;
    if (one && several) return bad(several, where, "has supported_language and _languages");
    std::vector<Language> languages;
    if (one) {
      REDACT_ASSIGN(std::string name, text(one, where + ".supported_language", kMostNameBytes));
      languages.push_back({std::move(name), context});
    } else if (several) {
      const std::string at = where + ".supported_languages";
      if (!several.IsSequence() || several.size() == 0 || several.size() > kLanguages.size()) {
        return bad(several, at, "is not a list of one to eight languages");
      }
      for (const YAML::Node& each : several) {
        if (each.IsMap()) REDACT_TRY(check_keys(each, kWhat, {"language", "context"}, at));
        if (each.IsMap() && !each["language"]) return bad(each, at, "has no language");
        REDACT_ASSIGN(std::string name,
                      text(each.IsMap() ? each["language"] : each, at, kMostNameBytes));
        std::optional<YAML::Node> own = context;
        if (each.IsMap() && each["context"]) own = each["context"];
        languages.push_back({std::move(name), own});
      }
      if (context && several.size() > 1) {
        return bad(*context, where + ".context", "belongs below each of several languages");
      }
    } else if (languages_) {
      for (const std::string& name : *languages_) languages.push_back({name, context});
    }
    if (languages.empty()) return bad(node, where, "has no supported_language");
    return languages;
  }

  const YAML::Node root_;
  int flags_ = kIgnoreCase | kMultiLine | kDotAll;
  std::optional<std::vector<std::string>> languages_;
  size_t n_patterns_ = 0, n_bytes_ = 0;  // patterns and deny lists; bytes of texts
  Json all_ = Json::array();
};

}  // namespace

Result<std::string> read_presidio_registry(const std::string& yaml) try {
  if (yaml.size() > kMostFileBytes) return Error{ErrorKind::kBadInput, kWhat, "is beyond 4 MiB"};
  if (!is_utf8(yaml)) return Error{ErrorKind::kBadInput, kWhat, "is not UTF-8"};
  REDACT_ASSIGN(const YAML::Node root, read_checked_yaml(yaml, kWhat));
  return Registry(root).read();
} catch (const YAML::Exception& e) {
  return Error{ErrorKind::kBadInput, line_of(e.mark, kWhat), "is not what a registry holds"};
}

}  // namespace redact
