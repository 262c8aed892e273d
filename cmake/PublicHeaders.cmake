# Puts floc.hpp and what it includes into a folder, and nothing else: the other headers are internal. Inside the library a
# header is "room/name.hpp"; there it is "floc/room/name.hpp", so that one include path does.
#
#   cmake -D FROM=src -D TO=prefix/include/floc -P PublicHeaders.cmake
cmake_minimum_required(VERSION 3.25)
set(waiting floc.hpp)
set(done "")
file(REMOVE_RECURSE ${TO})
while(waiting)
  list(POP_FRONT waiting header)
  if(header IN_LIST done)
    continue()
  endif()
  list(APPEND done ${header})
  file(READ ${FROM}/${header} text)
  string(REGEX MATCHALL "#include \"[^\"]+\"" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "#include \"([^\"]+)\"" "\\1" name "${include}")
    list(APPEND waiting ${name})
  endforeach()
  string(REPLACE "#include \"" "#include \"floc/" text "${text}")
  file(WRITE ${TO}/${header} "${text}")
endwhile()
