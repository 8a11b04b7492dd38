# SPDX-License-Identifier: Apache-2.0
# Prints the architectures for a version of CUDA, or why it is refused.
# Usage: cmake -DTOOLKIT=kernels/cuda/toolkit.cmake -DVERSION=12.4 -P toolkit_test.cmake
include(${TOOLKIT})
check_cuda_version(${VERSION})
cuda_architectures(${VERSION} architectures)
message(STATUS "for ${architectures}.")
