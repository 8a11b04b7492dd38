# SPDX-License-Identifier: Apache-2.0
# `cmake --install` writes the bill of materials of what it installs, where packages are Debian's.
set(parts redact_library redact_static)
if(REDACT_PROGRAMS)
  list(APPEND parts redact_cli redact-verify redact-journal)
endif()
if(REDACT_EVAL)
  list(APPEND parts redact-eval)
endif()
if(REDACT_SERVER)
  list(APPEND parts redact_server)
endif()
set(built ${parts})
list(TRANSFORM built REPLACE ".+" "$<TARGET_FILE:\\0>")
set(loading ${built})
list(FILTER loading EXCLUDE REGEX redact_static)
list(JOIN parts , parts)
install(CODE "
  set(bill \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DOCDIR}/redact.spdx.json\")
  execute_process(COMMAND python3 \"${CMAKE_CURRENT_LIST_DIR}/sbom.py\" \"${PROJECT_BINARY_DIR}\" ${parts}
    --out \"\${bill}\" --loads ${loading} --files ${built}
    RESULT_VARIABLE failed ERROR_VARIABLE why)
  if(failed)
    message(WARNING \"There is no bill of materials: \${why}\")
  else()
    message(STATUS \"Installing: \${bill}\")
  endif()")
