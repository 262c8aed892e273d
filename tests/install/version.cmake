# The version is declared by project() in CMakeLists.txt; files that have to repeat it agree.
foreach(line IN ITEMS "CITATION.cff|\nversion: ${VERSION}\n" "CHANGELOG.md|\n## [[]${VERSION}[]]"
                      "packaging/conda/recipe.yaml|  version: \"${VERSION}\"\n"
                      "packaging/spack/package.py|    version[(]\"${VERSION}\"[)]\n")
  string(REGEX MATCH "([^|]*)[|](.*)" line "${line}")
  set(file ${CMAKE_MATCH_1})
  set(wanted "${CMAKE_MATCH_2}")
  file(READ ${SOURCE}/${file} text)
  if(NOT text MATCHES "${wanted}")
    message(SEND_ERROR "${file} has another version than CMakeLists.txt, which says ${VERSION}")
  endif()
endforeach()
