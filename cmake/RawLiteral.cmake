# raw_literal(FILE RESULT): the text of a file as a string literal of C++.
function(raw_literal file result)
  file(READ "${file}" text)
  string(FIND "${text}" ")floc~\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${file} holds the mark that ends the text in C++")
  endif()
  set(${result} "R\"floc~(${text})floc~\"" PARENT_SCOPE)
endfunction()
