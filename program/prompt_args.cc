// SPDX-License-Identifier: Apache-2.0
#include "program/prompt_args.h"

#include <iterator>
#include <string>
#include <vector>

#include "language/language.h"

namespace redact {

std::vector<CLI::Option*> add_prompt_options(CLI::App& app, PromptOptions& prompt,
                                             size_t& context) {
  const std::vector<std::string> tasks(std::begin(kPromptTaskNames), std::end(kPromptTaskNames));
  return {
      app.add_option_function<std::string>(
             "--task",
             [&prompt](const std::string& name) { prompt.task = *find_prompt_task(name); },
             "what an instruct model (-m) writes: tags (those of the policy, the default), mask "
             "([XXXXX] for every identifier), verdict (mask, or the word ANONYMOUS if there is "
             "nothing to hide), patient (masks the patient's identifiers only), markup (marks "
             "around identifiers), list (the identifiers alone, which are hidden wherever they "
             "occur: the fastest)")
          ->option_text("TASK")
          ->check(CLI::IsMember(tasks)),
      app.add_option("--lang", prompt.language,
                     "language of the instruction: en, es, it, fr, de, ro, tr or ar; default: that "
                     "of each document")
          ->option_text("LANG")
          ->check(CLI::IsMember(std::vector<std::string>(kLanguages.begin(), kLanguages.end()))),
      app.add_option("--prompt", prompt.instruction.path,
                     "file with an instruction of your own; redactor/prompt/README.md describes "
                     "the format")
          ->option_text("FILE"),
      app.add_option("--shots", prompt.shots.path,
                     "examples that replace those of the instruction: JSON lines {\"input\": ..., "
                     "\"output\": ...}")
          ->option_text("FILE"),
      app.add_option("--template", prompt.chat_template,
                     "chat template, instead of the one in the model file; an unknown name lists "
                     "all templates")
          ->option_text("NAME"),
      app.add_option("-c,--ctx-size", context,
                     "context of an instruct model in tokens; default: that of the model, at most "
                     "8192")
          ->option_text("N")
          ->check(CLI::Range(256, 1 << 24))};
}

}  // namespace redact
