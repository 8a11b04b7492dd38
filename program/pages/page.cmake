# SPDX-License-Identifier: Apache-2.0
# join_page(VARIABLE FILE...): the text of files of review/, one after the other. For programs that hold the review page:
# one script and one style, whatever the number of files.
set(REVIEW_PAGE_FOLDER ${CMAKE_CURRENT_LIST_DIR}/review)
function(join_page variable)
  set(all "")
  foreach(file ${ARGN})
    get_filename_component(path ${file} ABSOLUTE BASE_DIR ${REVIEW_PAGE_FOLDER})
    file(READ ${path} text)
    string(APPEND all "${text}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  endforeach()
  set(${variable} "${all}" PARENT_SCOPE)
endfunction()
