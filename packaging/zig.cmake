# SPDX-License-Identifier: Apache-2.0
# Builds with zig's clang and libc++ for glibc 2.28, that of RHEL 8. Headers and archives of other libraries come from
# the folder REDACT_ROOT of the environment, which packaging/zig-root makes, and never from the system: its headers are
# those of another glibc. REDACT_ARCHITECTURE of the environment is x86_64 or aarch64. zig is found on the path.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $ENV{REDACT_ARCHITECTURE})
set(CMAKE_LIBRARY_ARCHITECTURE $ENV{REDACT_ARCHITECTURE}-linux-gnu)
find_program(ZIG zig REQUIRED)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET ${CMAKE_LIBRARY_ARCHITECTURE}.2.28)
  # In CMake's own checks, too, since zig builds a libc++ for each level, in two minutes.
  set(CMAKE_${language}_FLAGS_INIT -O2)
  set(CMAKE_${language}_STANDARD_INCLUDE_DIRECTORIES $ENV{REDACT_ROOT}/usr/include $ENV{REDACT_ROOT}/usr/include/${CMAKE_LIBRARY_ARCHITECTURE})
endforeach()
set(CMAKE_C_COMPILER ${ZIG} cc)
set(CMAKE_CXX_COMPILER ${ZIG} c++)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -L$ENV{REDACT_ROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE})
set(CMAKE_FIND_ROOT_PATH $ENV{REDACT_ROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
