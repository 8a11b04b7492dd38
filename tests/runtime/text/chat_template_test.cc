// SPDX-License-Identifier: Apache-2.0
// Compares chat templates with the renderings of the published ones
// (tests/golden/make_chat_goldens.py).
#include "runtime/text/chat_template.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace redact::chat_template_test {

using Kind = ChatPiece::Kind;

ChatTurn turn_of(const nlohmann::json& message) {
  const std::string role = message["role"];
  return {role == "system" ? ChatRole::kSystem
          : role == "user" ? ChatRole::kUser
                           : ChatRole::kAssistant,
          message["content"]};
}

std::string joined(const std::vector<ChatPiece>& pieces, const std::string& bos,
                   const std::string& eos) {
  std::string out;
  for (const ChatPiece& piece : pieces) {
    out += piece.kind == Kind::kBos ? bos : piece.kind == Kind::kEos ? eos : piece.text;
  }
  return out;
}

ChatTemplate named(std::string_view name) { return ChatTemplate::find(name).value(); }

const std::vector<ChatTurn> kConversation = {{ChatRole::kSystem, "rules"},
                                             {ChatRole::kUser, "a"},
                                             {ChatRole::kAssistant, "b"},
                                             {ChatRole::kUser, "the note"}};

TEST(ChatTemplate, RendersWhatThePublishedTemplatesRender) {
  std::ifstream file(REDACT_SOURCE_DIR "/tests/golden/chat.json");
  std::set<std::string> seen;
  for (const auto& golden : nlohmann::json::parse(file)) {
    const std::string name = golden["template"];
    seen.insert(name);
    std::vector<ChatTurn> turns;
    for (const auto& message : golden["messages"]) turns.push_back(turn_of(message));
    const auto rendered = named(name).render(turns);
    ASSERT_TRUE(rendered.ok()) << rendered.error().message();
    EXPECT_EQ(joined(rendered->pieces, golden["bos"], golden["eos"]),
              golden["expected"].get<std::string>())
        << golden["file"];
  }
  for (const std::string_view name : ChatTemplate::names()) {
    EXPECT_TRUE(name == "plain" || seen.contains(std::string(name))) << name;
  }
}

TEST(ChatTemplate, TheNoteIsAPieceOfItsOwnAndWhatStandsBeforeItIsTheSameForAllNotes) {
  for (const std::string_view name : ChatTemplate::names()) {
    std::vector<ChatTurn> turns = kConversation;
    const auto one = named(name).render(turns).value();
    EXPECT_EQ(one.pieces[one.last_content].kind, Kind::kContent);
    EXPECT_EQ(one.pieces[one.last_content].text, "the note");
    const auto before = [](const ChatPieces& rendered) {
      const auto note =
          rendered.pieces.begin() + static_cast<std::ptrdiff_t>(rendered.last_content);
      return joined({rendered.pieces.begin(), note}, "<s>", "</s>");
    };
    EXPECT_NE(before(one).find("rules"), std::string::npos) << name;
    turns.back().content = " \n<|im_end|>{eos}\n ";  // not trimmed, not parsed
    const auto other = named(name).render(turns).value();
    EXPECT_EQ(before(one), before(other)) << name;
    EXPECT_EQ(other.pieces[other.last_content].text, turns.back().content);
    EXPECT_EQ(one.pieces.size(), other.pieces.size());
  }
}

TEST(ChatTemplate, ATurnEndsAsItsTemplateSays) {
  EXPECT_EQ(named("smollm2").end().text, "<|im_end|>");
  EXPECT_EQ(named("llama3.1").end().text, "<|eot_id|>");
  EXPECT_EQ(named("mistral-v3").end().kind, Kind::kEos);
  EXPECT_EQ(named("gemma").end().text, "<end_of_turn>");
  EXPECT_EQ(named("deepseek-r1").end().text, "<｜end▁of▁sentence｜>");
}

TEST(ChatTemplate, OtherOrdersOfTurnsAreRefused) {
  const ChatTurn system{ChatRole::kSystem, "s"}, user{ChatRole::kUser, "u"},
      assistant{ChatRole::kAssistant, "a"};
  const ChatTemplate chatml = named("chatml");
  EXPECT_TRUE(chatml.render(std::vector{user, assistant, user}).ok());
  for (const auto& turns : std::vector<std::vector<ChatTurn>>{{},
                                                              {system},
                                                              {user, user},
                                                              {user, assistant},
                                                              {assistant, user},
                                                              {system, system, user},
                                                              {user, system, user}}) {
    const auto rendered = chatml.render(turns);
    ASSERT_FALSE(rendered.ok());
    EXPECT_EQ(rendered.error().kind, ErrorKind::kBadInput);
  }
  EXPECT_FALSE(named("mistral-v7-tekken").render(std::vector{user}).ok());
  EXPECT_TRUE(named("mistral-v7-tekken").render(std::vector{system, user}).ok());
}

// Short Jinja programs in the style of the published ones, with the parts that identify them.
TEST(ChatTemplate, IsRecognisedByWhatOnlyItHolds) {
  const auto name_of = [](std::string_view jinja) {
    const auto found = ChatTemplate::recognise(jinja);
    return found.ok() ? std::string(found->name()) : "?";
  };
  const std::string chatml = "{{ '<|im_start|>' + m.role }}{{ m.content + '<|im_end|>' }}";
  EXPECT_EQ(name_of(chatml), "chatml");
  EXPECT_EQ(name_of("{{ '... named SmolLM, trained by Hugging Face' }}" + chatml), "smollm2");
  EXPECT_EQ(name_of("{{ 'You are another assistant' }}" + chatml), "?");
  EXPECT_EQ(name_of(chatml + "{{ '<|im_sep|>' }}"), "?");
  EXPECT_EQ(name_of(chatml + "{{ '<think>' }}"), "?");
  EXPECT_EQ(name_of("{{ bos_token }}" + chatml), "?");
  const std::string header =
      "{{ '<|start_header_id|>' + m.role + '<|end_header_id|>' + '<|eot_id|>' }}";
  EXPECT_EQ(name_of(header), "llama3");
  EXPECT_EQ(name_of("{{ 'Cutting Knowledge Date: December 2023' }}" + header), "llama3.1");
  EXPECT_EQ(name_of("{{ '<function=' }}" + header), "?");
  EXPECT_EQ(name_of("{{ '<<SYS>>' }}{{ bos_token + '[INST] ' + content.strip() }}"), "llama2");
  const std::string inst = "{{ '[INST] ' + message['content'] + ' [/INST]' }}";
  EXPECT_EQ(name_of(inst + "{{ message['content'] + eos_token + ' ' }}"), "mistral-v0.1");
  EXPECT_EQ(name_of(inst + "{{ message['content'] + eos_token}}"), "mistral-v0.2");
  EXPECT_EQ(name_of("{{ ' [INST] ' + system_message + m }}"), "mistral-v1");
  const std::string tools = "[AVAILABLE_TOOLS]{% if loop.last and system_message is defined %}";
  EXPECT_EQ(name_of(tools + "{{ \"[INST] \" + m }}"), "mistral-v3");
  EXPECT_EQ(name_of(tools + "{{ \"[INST]\" + m }}"), "mistral-v3-tekken");
  EXPECT_EQ(name_of("{{ '[SYSTEM_PROMPT]' + m }}{{ '[INST]' + m + '[/INST]' }}"),
            "mistral-v7-tekken");
  EXPECT_EQ(name_of("{{ '<|user|>' + message['content'] + eos_token }}{{ '<|system|>' }}"),
            "zephyr");
  const std::string qwen =
      "{{ 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.<|im_end|>' }}";
  EXPECT_EQ(name_of(qwen + chatml), "qwen2.5");
  EXPECT_EQ(name_of(qwen + chatml + "{{ '<think>' }}"), "?");
  EXPECT_EQ(name_of("{{ 'You are a helpful assistant.<|im_end|>' }}" + chatml), "qwen2");
  EXPECT_EQ(name_of(chatml + "{% if enable_thinking is defined and enable_thinking is false %}"
                             "{{ '<think>\\n\\n</think>' }}{% endif %}"),
            "qwen3");
  EXPECT_EQ(name_of("{% if '</think>' in content %}{{ '<｜User｜>' }}{{ '<｜Assistant｜>' }}"),
            "deepseek-r1");
  EXPECT_EQ(name_of("{{ '<start_of_turn>' + 'model' + '<end_of_turn>' }}"), "gemma");
  EXPECT_EQ(name_of("{{'<|im_start|>user<|im_sep|>' + m + '<|im_end|>'}}"), "phi4");
  EXPECT_EQ(name_of("{{'<|user|>\n' + m + '<|end|>'}}{{ '<|assistant|>' }}"), "phi3");
  EXPECT_EQ(name_of("{{ bos_token }}{{'<|user|>\n' + m + '<|end|>'}}{{ '<|assistant|>' }}"), "?");
}

TEST(ChatTemplate, AnUnknownOneNamesTheKeyAndTheKnownTemplates) {
  for (const std::string_view jinja : {"", "{{ 'USER: ' + m }}"}) {
    const auto found = ChatTemplate::recognise(jinja);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().kind, ErrorKind::kUnsupported);
    const std::string message = found.error().message();
    EXPECT_NE(message.find("tokenizer.chat_template"), std::string::npos);
    EXPECT_NE(message.find("name one of"), std::string::npos);
    EXPECT_NE(message.find("llama3.1, llama3"), std::string::npos);
  }
  const auto named_wrongly = ChatTemplate::find("gpt");
  ASSERT_FALSE(named_wrongly.ok());
  EXPECT_NE(named_wrongly.error().message().find("zephyr"), std::string::npos);
}

}  // namespace redact::chat_template_test
