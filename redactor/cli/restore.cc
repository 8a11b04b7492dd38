// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/restore.h"

#include <map>
#include <nlohmann/json.hpp>

#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/sink.h"
#include "redactor/policy/digest.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

// Sealed lines by the output they belong to and its id: many texts may redact to the same one, and
// one patient's must not come back as another's.
class Mapping {
 public:
  static Result<Mapping> open(const Options& options) {
    REDACT_ASSIGN(Secret key, Secret::read(options.key_file));
    Mapping mapping(std::move(key));
    REDACT_ASSIGN(std::string content, read_file(options.restore));
    content.resize(content.rfind('\n') + 1);  // what a stopped run began to write
    REDACT_TRY(for_each_line(content, [&](const std::string& line, size_t number) -> Result<void> {
      auto of = sealed_for(line);
      if (!of) {
        return Error{ErrorKind::kBadInput, "mapping line " + std::to_string(number),
                     "is no line of a mapping file"};
      }
      const auto [at, is_new] = mapping.lines_[of->out_sha256].emplace(of->id, line);
      if (!is_new && at->second != line) at->second.clear();  // two texts became one under one name
      return {};
    }));
    return mapping;
  }

  // `alone`: the user named this text and no other, whose file may have another name by now.
  Result<std::string> source_of(const std::string& id, const std::string& output,
                                bool alone) const {
    REDACT_ASSIGN(const std::string out_sha256, sha256_hex(output));
    const auto found = lines_.find(out_sha256);
    if (found == lines_.end()) {
      return Error{ErrorKind::kNotFound, "mapping", "holds nothing for this text"};
    }
    auto named = found->second.find(id);
    if (alone && found->second.size() == 1) named = found->second.begin();
    if (named == found->second.end()) {
      return Error{ErrorKind::kBadInput, "mapping", "holds this text under another name alone"};
    }
    if (named->second.empty()) {
      return Error{ErrorKind::kBadInput, "mapping", "holds several sources of this text and name"};
    }
    return restore(key_, named->second, output);
  }

 private:
  explicit Mapping(Secret key) : key_(std::move(key)) {}

  Secret key_;
  std::map<std::string, std::map<std::string, std::string>> lines_;  // empty: ambiguous
};

Result<std::string> restore_record(const Mapping& mapping, const Options& options,
                                   const std::string& line, size_t number) {
  REDACT_ASSIGN(const InputRecord record, parse_record(line, options.fields, number));
  REDACT_ASSIGN(const std::string source, mapping.source_of(record.id, record.text, false));
  nlohmann::ordered_json out;
  out[options.fields.id] = record.id;
  out[options.fields.text] = source;
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

int run_restore(const Options& options, const std::vector<Input>& inputs, bool folder) {
  auto mapping = Mapping::open(options);
  if (!mapping.ok()) {
    complain(mapping.error().message());
    return kFatal;
  }
  Sink sink(options.output, folder);
  size_t n_withheld = 0, n_done = 0;
  const auto restore_input = [&](const Input& input) -> Result<void> {
    REDACT_ASSIGN(const std::string content, input.read());
    if (!input.is_jsonl(options.jsonl_stdin)) {
      REDACT_ASSIGN(const std::string source, mapping->source_of(input.name, content, !folder));
      ++n_done;
      return sink.put(input.name, source);
    }
    std::string out;
    REDACT_TRY(for_each_line(content, [&](const std::string& line, size_t number) -> Result<void> {
      auto record = restore_record(*mapping, options, line, number);
      if (record.ok()) {
        out += *record;
        ++n_done;
      } else {
        ++n_withheld;
        complain("line " + std::to_string(number) + " withheld: " + record.error().message());
      }
      return {};
    }));
    return out.empty() ? Result<void>() : sink.put(input.name, out);
  };
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (const auto done = restore_input(inputs[i]); !done.ok()) {
      ++n_withheld;
      complain("document " + std::to_string(i + 1) + " withheld: " + done.error().message());
    }
  }
  if (n_done == 0 && n_withheld > 0) return kWithheld;  // nothing to write
  if (const auto done = sink.finish(); !done.ok()) {
    complain("output: " + done.error().message());
    return kFatal;
  }
  return n_withheld > 0 ? kWithheld : kAllDone;
}

}  // namespace redact
