# SPDX-License-Identifier: Apache-2.0
# The manual pages of the installed programs and the completions of `redact`, which tools/manual.py makes from their help.
# A build for another architecture asks the programs under CMAKE_CROSSCOMPILING_EMULATOR, or goes without.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND OR (CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR))
  return()
endif()
function(redact_manual target kind name folder)
  set(path ${PROJECT_BINARY_DIR}/manuals/${kind}/${name})
  add_custom_command(OUTPUT ${path}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/manuals/${kind}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/manual.py ${kind}
      ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${target}> > ${path}
    DEPENDS ${target} ${PROJECT_SOURCE_DIR}/tools/manual.py)
  set_property(GLOBAL APPEND PROPERTY REDACT_MANUALS ${path})
  install(FILES ${path} DESTINATION ${folder})
endfunction()
redact_manual(redact_cli man redact.1 ${CMAKE_INSTALL_MANDIR}/man1)
redact_manual(redact_cli bash redact ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
redact_manual(redact_cli zsh _redact ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
redact_manual(redact_cli fish redact.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
redact_manual(redact-verify man redact-verify.1 ${CMAKE_INSTALL_MANDIR}/man1)
redact_manual(redact-journal man redact-journal.1 ${CMAKE_INSTALL_MANDIR}/man1)
if(REDACT_EVAL)
  redact_manual(redact-eval man redact-eval.1 ${CMAKE_INSTALL_MANDIR}/man1)
endif()
if(REDACT_SERVER)
  redact_manual(redact_server man redact-server.1 ${CMAKE_INSTALL_MANDIR}/man1)
endif()
get_property(paths GLOBAL PROPERTY REDACT_MANUALS)
add_custom_target(manuals ALL DEPENDS ${paths})
