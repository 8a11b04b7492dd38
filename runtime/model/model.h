// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "gguf_loader/gguf_file.h"
#include "runtime/model/config.h"
#include "runtime/model/weights.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// A loaded model: the file's bytes, what it says, and views of its weights. Immutable after load,
// so any number of threads may share one; movable, and every view stays valid across a move.
class Model {
 public:
  // Errors name the file's field, key or tensor at fault.
  static Result<Model> open(const std::string& path);
  // With a LoRA adapter merged into its weights on `n_threads` threads (adapter.h); config().name
  // says so. Errors of the adapter begin with "--lora".
  static Result<Model> open(const std::string& path, const std::string& adapter_path,
                            int n_threads);
  // Borrows `gguf`, 32-byte aligned, which must outlive the model: the bundled model in the binary.
  static Result<Model> parse(std::span<const uint8_t> gguf);

  const Metadata& metadata() const { return file_->metadata(); }
  const Config& config() const { return config_; }
  const Weights& weights() const { return weights_; }
  const Tokenizer& tokenizer() const { return *tokenizer_; }
  // With two kinds of LongRoPE's factors: the tokens up to which a sequence has the short ones;
  // else 0.
  size_t long_above() const {
    return weights_.rope_long.data != nullptr ? config_.ropes.front().long_above : 0;
  }
  // Lets the system take back the memory that reading the file has filled.
  void drop_resident_pages() const { file_->drop_resident_pages(); }

 private:
  static Result<Model> load(GgufFile file, const std::string& adapter_name, MergedTensors merged);
  Model(std::unique_ptr<GgufFile> file, MergedTensors merged, Config config, Weights weights,
        std::unique_ptr<Tokenizer> tokenizer);

  std::unique_ptr<GgufFile> file_;
  MergedTensors merged_;
  Config config_;
  Weights weights_;
  std::unique_ptr<Tokenizer> tokenizer_;
};

}  // namespace redact
