// SPDX-License-Identifier: Apache-2.0
#include "tools/gguf_info.h"

#include <algorithm>
#include <cstdio>

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "redactor/labelling/class_format.h"
#include "redactor/labelling/label_format.h"
#include "runtime/engine/memory_plan.h"
#include "runtime/text/chat_template.h"
#include "tools/program.h"

namespace redact {

namespace {

// An RTX 3090, the card that this project plans for. The driver and its context take some 0.6 GiB.
constexpr size_t kCardBytes = size_t{24} << 30, kCardReserve = size_t{640} << 20;

constexpr size_t kUsualContext = 8192;
constexpr size_t kMaxRows = 512;  // of a pass, as in redact and redact-bench

void print_contents(const GgufFile& file) {
  std::printf("GGUF version %u, %zu key/value pairs, %zu tensors\n", file.version(),
              file.metadata().keys().size(), file.tensors().size());
  for (const std::string_view key : file.metadata().keys()) {
    std::printf("  %-48.*s %s\n", static_cast<int>(key.size()), key.data(),
                file.metadata().describe(key).c_str());
  }
  for (const TensorInfo& tensor : file.tensors()) {
    std::string shape;  // outermost first
    for (uint32_t i = tensor.n_dims; i-- > 0;) {
      shape += (shape.empty() ? "[" : ", ") + std::to_string(tensor.dims[i]);
    }
    std::printf("  %-48.*s %-6s %s]\n", static_cast<int>(tensor.name.size()), tensor.name.data(),
                std::string(tensor_type_name(tensor.type)).c_str(), shape.c_str());
  }
}

bool labels_tokens(const Metadata& metadata) {
  const auto grammar = grammar_of(metadata);
  return grammar.ok() && (*grammar == "label" || *grammar == "classes");
}

std::string chat_template_of(const Metadata& metadata) {
  if (labels_tokens(metadata)) return "none: a label model";
  const auto jinja = metadata.find_string("tokenizer.chat_template");
  if (!jinja.ok()) return jinja.error().message();
  if (!*jinja) return "none in the file: name one with --template";
  const auto known = ChatTemplate::recognise(**jinja);
  return known.ok() ? std::string(known->name()) : known.error().what;
}

void print_labels(const LabelFormat& format) {
  std::printf(
      "It labels each token: %zu labels, windows of %zu tokens, of which up to %zu on either side "
      "are read and not decided, bias %g\n",
      format.labels.size(), format.window_tokens, format.context_tokens,
      static_cast<double>(format.bias));
}

}  // namespace

Result<void> print_info(const InfoOptions& options) {
  {
    REDACT_ASSIGN(const GgufFile file, from("FILE", GgufFile::open(options.path)));
    print_contents(file);
  }
  ThreadPool pool(1);
  REDACT_ASSIGN(const auto ops, open_device(options.device, pool));
  const Result<Model> model = Model::open(options.path);
  if (!model.ok()) {
    std::printf("This build can't run it: %s\n", model.error().message().c_str());
    return {};
  }
  const Config& config = model->config();
  if (const auto supported = PlacedModel::check(config, *ops); !supported.ok()) {
    std::printf("The device %s can't run it: %s\n", options.device.c_str(),
                supported.error().message().c_str());
    return {};
  }
  const size_t usual = std::min(config.n_context, kUsualContext);
  size_t context = options.context > 0 ? options.context : usual;
  EngineOptions engine{kMaxRows, context, options.in_flight};
  if (labels_tokens(model->metadata())) {
    const auto format = LabelFormat::read(model->metadata(), model->tokenizer().n_vocab());
    if (!format.ok()) {
      std::printf("This build can't run it: %s\n", format.error().message().c_str());
      return {};
    }
    print_labels(*format);
    context = engine.max_entries = format->n_rows(format->window_tokens);
    engine.max_rows = std::max(ops->busy_rows(), context);
    engine.one_pass = true;
  }
  const MemoryPlan plan = plan_memory(*model, *ops, engine, context);
  const size_t needed = plan.bytes(options.in_flight);
  const auto fits = [&](size_t room) { return needed <= room ? "fits" : "does not fit"; };
  std::printf("This build can run it. Chat template: %s\n",
              chat_template_of(model->metadata()).c_str());
  std::printf(
      "At a context of %zu tokens and %zu in flight it needs %s: weights %s, a step %s, "
      "keys and values %s each\n",
      context, options.in_flight, size_text(needed).c_str(), size_text(plan.weights).c_str(),
      size_text(plan.step).c_str(), size_text(plan.sequence).c_str());
  std::printf("That %s a card of 24 GiB, and %s this device, of which %s are free\n",
              fits(kCardBytes - kCardReserve), fits(usable_bytes(*ops)),
              size_text(usable_bytes(*ops)).c_str());
  return {};
}

}  // namespace redact
