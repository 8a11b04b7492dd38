// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/cublas_lt.h"

#include <dlfcn.h>

namespace redact::cublas_lt {

Result<Functions> load(const std::string& library) {
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded == nullptr) {
    const char* reason = dlerror();
    return Error{ErrorKind::kUnsupported, "cuBLAS",
                 reason != nullptr ? reason : "cannot be loaded"};
  }
  Functions functions{};
  std::string missing;
  const auto find = [&](const char* name, auto*& function) {
    void* const found = dlsym(loaded, name);
    if (found == nullptr && missing.empty()) missing = name;
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(found);
  };
#define REDACT_FIND(name) find(#name, functions.name)
  REDACT_FIND(cublasLtCreate);
  REDACT_FIND(cublasLtDestroy);
  REDACT_FIND(cublasLtMatmulDescCreate);
  REDACT_FIND(cublasLtMatmulDescSetAttribute);
  REDACT_FIND(cublasLtMatmulDescDestroy);
  REDACT_FIND(cublasLtMatrixLayoutCreate);
  REDACT_FIND(cublasLtMatrixLayoutDestroy);
  REDACT_FIND(cublasLtMatmulPreferenceCreate);
  REDACT_FIND(cublasLtMatmulPreferenceSetAttribute);
  REDACT_FIND(cublasLtMatmulPreferenceDestroy);
  REDACT_FIND(cublasLtMatmulAlgoGetHeuristic);
  REDACT_FIND(cublasLtMatmulAlgoConfigGetAttribute);
  REDACT_FIND(cublasLtMatmul);
#undef REDACT_FIND
  if (missing.empty()) return functions;
  return Error{ErrorKind::kUnsupported, "cuBLAS", library + " is too old: it has no " + missing};
}

}  // namespace redact::cublas_lt
