# SPDX-License-Identifier: Apache-2.0
# Writes the header with the commit that is built, if it has changed. Usage: cmake -DSOURCE=DIR -DTO=FILE -P commit.cmake
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
file(CONFIGURE OUTPUT ${TO} CONTENT "inline constexpr char kCommit[] = \"@commit@\";\n" @ONLY)
