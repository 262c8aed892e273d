# What `cmake --install` puts where, and the package by which find_package(floc) finds it.
include(CMakePackageConfigHelpers)
set(floc_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/floc)

install(TARGETS floc EXPORT floc-targets)
# The public headers: floc.hpp and what it includes.
install(CODE "
  execute_process(COMMAND \"${CMAKE_COMMAND}\" -D \"FROM=${PROJECT_SOURCE_DIR}/src\"
                          -D \"TO=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/floc\"
                          -P \"${PROJECT_SOURCE_DIR}/cmake/PublicHeaders.cmake\" COMMAND_ERROR_IS_FATAL ANY)")
file(RELATIVE_PATH floc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/floc.pc.in floc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/floc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(EXPORT floc-targets NAMESPACE floc:: DESTINATION ${floc_package_dir})
configure_package_config_file(cmake/floc-config.cmake.in floc-config.cmake INSTALL_DESTINATION ${floc_package_dir})
write_basic_package_version_file(floc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/floc-config.cmake ${PROJECT_BINARY_DIR}/floc-config-version.cmake
              cmake/FindCholmod.cmake
        DESTINATION ${floc_package_dir})
install(FILES LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TARGET floc_app)
  install(TARGETS floc_app)
  set(scripts ${PROJECT_SOURCE_DIR}/src/app/completions)
  install(FILES ${scripts}/bash.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME floc)
  install(FILES ${scripts}/zsh.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _floc)
  install(FILES ${scripts}/fish.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME floc.fish)
endif()
if(TARGET manual)
  install(FILES ${PROJECT_BINARY_DIR}/floc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/floc-scene.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
endif()
