# discover_tests(target PREFIX p LABEL l PROPERTY_CASES n): every doctest case of the executable
# becomes a ctest named p + its name. The list is taken from the executable when it is linked.
#
# Ours instead of doctest_discover_tests because a name may hold any character here: a lone bracket,
# as in "draws lie in [0, 1)", makes that one drop the test cases after it without a word. A name
# used twice, and a name that selects no test case, are errors.
#
# The properties of rapidcheck run n cases from a fixed seed, so that ctest repeats itself; running
# the executable by hand draws new ones.
if(CMAKE_SCRIPT_MODE_FILE)
  execute_process(COMMAND ${EMULATOR} ${EXECUTABLE} --list-test-cases OUTPUT_VARIABLE rest COMMAND_ERROR_IS_FATAL ANY)
  set(names "\n")
  set(command "")
  foreach(word ${EMULATOR} ${EXECUTABLE})
    string(APPEND command " [==[${word}]==]")
  endforeach()
  set(script "")
  while(rest MATCHES "^([^\n]*)\n(.*)$")
    set(name "${CMAKE_MATCH_1}")
    set(rest "${CMAKE_MATCH_2}")
    if(name MATCHES "^(\\[doctest\\]|=====)")
      continue()
    endif()
    string(FIND "${names}" "\n${name}\n" found)
    if(NOT found EQUAL -1)
      message(FATAL_ERROR "two test cases are called \"${name}\"")
    endif()
    string(APPEND names "${name}\n")
    string(REGEX REPLACE "([,\\])" "\\\\\\1" filter "${name}")
    string(APPEND script
           "add_test([==[${PREFIX}${name}]==]${command} [==[--test-case=${filter}]==])\n"
           "set_tests_properties([==[${PREFIX}${name}]==] PROPERTIES LABELS ${LABEL} "
           "ENVIRONMENT [==[RC_PARAMS=seed=1 max_success=${PROPERTY_CASES}]==] "
           "FAIL_REGULAR_EXPRESSION [==[test cases: +0 ]==])\n")
  endwhile()
  file(WRITE ${OUTPUT} "${script}")
  return()
endif()

set(DISCOVER_TESTS_SCRIPT ${CMAKE_CURRENT_LIST_FILE})
function(discover_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PREFIX;LABEL;PROPERTY_CASES" "")
  set(list ${CMAKE_CURRENT_BINARY_DIR}/${target}_list.cmake)
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS ${list} VERBATIM
                     COMMAND ${CMAKE_COMMAND} -D EXECUTABLE=$<TARGET_FILE:${target}> -D OUTPUT=${list}
                             -D "EMULATOR=${CMAKE_CROSSCOMPILING_EMULATOR}"
                             -D "PREFIX=${arg_PREFIX}" -D LABEL=${arg_LABEL} -D PROPERTY_CASES=${arg_PROPERTY_CASES}
                             -P ${DISCOVER_TESTS_SCRIPT})
  set(include ${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake)
  file(WRITE ${include} "include([==[${list}]==] OPTIONAL RESULT_VARIABLE found)\n"
                        "if(NOT found)\n  add_test([==[${arg_PREFIX}NOT_BUILT]==] ${target})\n"
                        "  set_tests_properties([==[${arg_PREFIX}NOT_BUILT]==] PROPERTIES LABELS ${arg_LABEL})\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
endfunction()
