# Installs the build into an empty prefix, then configures, builds and runs the consumer against it.
file(REMOVE_RECURSE ${WORK})
foreach(step IN ITEMS
    "${CMAKE_COMMAND};--install;${BUILD};--prefix;${WORK}/prefix"
    "${CMAKE_COMMAND};-S;${CONSUMER};-B;${WORK}/build;-G;Ninja;-DCMAKE_CXX_COMPILER=${COMPILER};-DCMAKE_PREFIX_PATH=${WORK}/prefix;-DEXPECTED_VERSION=${VERSION}"
    "${CMAKE_COMMAND};--build;${WORK}/build"
    "${WORK}/build/consumer;${VERSION}")
  execute_process(COMMAND ${step} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# The same through pkg-config, and without the headers that are not for others.
set(ENV{PKG_CONFIG_PATH} ${WORK}/prefix/lib/pkgconfig)
execute_process(COMMAND sh -c "${COMPILER} ${CONSUMER}/main.cpp $(pkg-config --cflags --libs --static floc) -o ${WORK}/by_pkg_config"
                COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WORK}/by_pkg_config ${VERSION} COMMAND_ERROR_IS_FATAL ANY)
if(EXISTS ${WORK}/prefix/include/floc/step/stepper.hpp OR NOT EXISTS ${WORK}/prefix/include/floc/floc.hpp)
  message(FATAL_ERROR "the headers installed are not the public ones")
endif()
# Translation units with other flags see the same.
execute_process(COMMAND grep -rlE "#include.*(immintrin|arm_neon|simd\\.hpp|for_simd_targets)|__(AVX|SSE|FMA|ARM)" ${WORK}/prefix/include
                OUTPUT_VARIABLE depends)
if(depends)
  message(FATAL_ERROR "public headers that depend on the instructions of a processor: ${depends}")
endif()
if(EXISTS ${WORK}/prefix/bin/floc)
  execute_process(COMMAND ${WORK}/prefix/bin/floc --version COMMAND_ERROR_IS_FATAL ANY)
  foreach(file IN ITEMS man/man1/floc.1 man/man5/floc-scene.5 bash-completion/completions/floc
                        zsh/site-functions/_floc fish/vendor_completions.d/floc.fish)
    if(NOT EXISTS ${WORK}/prefix/share/${file})
      message(FATAL_ERROR "not installed: share/${file}")
    endif()
  endforeach()
endif()
