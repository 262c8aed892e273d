# Installs the build into an empty prefix, then configures, builds and runs the consumer against it.
file(REMOVE_RECURSE ${WORK})
foreach(step IN ITEMS
    "${CMAKE_COMMAND};--install;${BUILD};--prefix;${WORK}/prefix"
    "${CMAKE_COMMAND};-S;${CONSUMER};-B;${WORK}/build;-G;Ninja;-DCMAKE_CXX_COMPILER=${COMPILER};-DCMAKE_PREFIX_PATH=${WORK}/prefix;-DEXPECTED_VERSION=${VERSION}"
    "${CMAKE_COMMAND};--build;${WORK}/build"
    "${WORK}/build/consumer;${VERSION}")
  execute_process(COMMAND ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(EXISTS ${WORK}/prefix/bin/floc)
  execute_process(COMMAND ${WORK}/prefix/bin/floc --version COMMAND_ERROR_IS_FATAL ANY)
  foreach(file IN ITEMS man/man1/floc.1 man/man5/floc-scene.5 bash-completion/completions/floc
                        zsh/site-functions/_floc fish/vendor_completions.d/floc.fish)
    if(NOT EXISTS ${WORK}/prefix/share/${file})
      message(FATAL_ERROR "not installed: share/${file}")
    endif()
  endforeach()
endif()
