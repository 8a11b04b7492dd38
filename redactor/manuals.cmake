# SPDX-License-Identifier: Apache-2.0
# The program's manual page and shell completions, which tools/manual.py makes from its help. A build for another
# architecture cannot ask the program, and goes without.
find_package(Python3 COMPONENTS Interpreter QUIET)
if(NOT Python3_FOUND OR CMAKE_CROSSCOMPILING)
  return()
endif()
function(redact_manual kind name folder)
  set(path ${CMAKE_CURRENT_BINARY_DIR}/manuals/${kind}/${name})
  add_custom_command(OUTPUT ${path}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/manuals/${kind}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/tools/manual.py ${kind} $<TARGET_FILE:redact_cli> > ${path}
    DEPENDS redact_cli ${PROJECT_SOURCE_DIR}/tools/manual.py)
  set_property(GLOBAL APPEND PROPERTY REDACT_MANUALS ${path})
  install(FILES ${path} DESTINATION ${folder})
endfunction()
redact_manual(man redact.1 ${CMAKE_INSTALL_MANDIR}/man1)
redact_manual(bash redact ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
redact_manual(zsh _redact ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
redact_manual(fish redact.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
get_property(paths GLOBAL PROPERTY REDACT_MANUALS)
add_custom_target(manuals ALL DEPENDS ${paths})
