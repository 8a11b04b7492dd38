// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/prompt_args.h"

#include <iterator>
#include <string>
#include <vector>

#include "redactor/cli/not_empty.h"
#include "redactor/text/language.h"

namespace redact {

std::vector<CLI::Option*> add_prompt_options(CLI::App& app, PromptOptions& prompt,
                                             size_t& context) {
  const std::vector<std::string> tasks(std::begin(kPromptTaskNames), std::end(kPromptTaskNames));
  return {
      app.add_option_function<std::string>(
             "--task",
             [&prompt](const std::string& name) { prompt.task = *find_prompt_task(name); },
             "what an instruct model (-m) is asked to write: tags (the policy's, the default), "
             "mask ([XXXXX] for all), verdict (the same, or the word ANONYMOUS), patient (the "
             "patient's identifiers alone), markup (marks around identifiers)")
          ->check(CLI::IsMember(tasks)),
      app.add_option("--lang", prompt.language,
                     "language of the instruction; default: each document's own")
          ->check(CLI::IsMember(std::vector<std::string>(kLanguages.begin(), kLanguages.end()))),
      app.add_option("--prompt", prompt.instruction_path,
                     "file with an instruction of your own, its form: redactor/prompt/README.md")
          ->check(not_empty),
      app.add_option("--shots", prompt.shots_path,
                     "JSON lines {\"input\": ..., \"output\": ...}: examples in place of the "
                     "instruction's")
          ->check(not_empty),
      app.add_option("--template", prompt.chat_template,
                     "chat template of the model, in place of what its file says; an unknown name "
                     "lists those there are")
          ->check(not_empty),
      app.add_option(
             "-c,--ctx-size", context,
             "tokens of context of an instruct model; default: the model's own, at most 8192")
          ->check(CLI::Range(256, 1 << 24))};
}

}  // namespace redact
