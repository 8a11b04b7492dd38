# SPDX-License-Identifier: Apache-2.0
# Which versions of CUDA's toolkit build redact, and for which architectures.

# Stops with an error if nvcc of this version cannot compile the kernels.
function(check_cuda_version version)
  if(version VERSION_LESS 12)
    message(FATAL_ERROR "CUDA ${version} is too old: redact needs CUDA 12.0 or later, whose nvcc compiles C++20. "
      "Name a later nvcc with the environment variable CUDACXX.")
  endif()
endfunction()

# The architectures with the instructions of the kernels that nvcc of this version compiles for.
function(cuda_architectures version out)
  set(architectures 80 86 89 90)
  if(version VERSION_GREATER_EQUAL 12.8)
    list(APPEND architectures 120)  # GeForce RTX 50
  endif()
  set(${out} ${architectures} PARENT_SCOPE)
endfunction()
