# What `cmake --install` puts where, and the package by which find_package(floc) finds it. The components are those of the
# Debian packages (packages.cmake): `program`, `development` and `python`, of which the last is only installed by name.
include(CMakePackageConfigHelpers)
set(floc_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/floc)

install(TARGETS floc EXPORT floc-targets COMPONENT development)
# The public headers: floc.hpp and what it includes.
install(CODE "
  execute_process(COMMAND \"${CMAKE_COMMAND}\" -D \"FROM=${PROJECT_SOURCE_DIR}/src\"
                          -D \"TO=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/floc\"
                          -P \"${PROJECT_SOURCE_DIR}/cmake/PublicHeaders.cmake\" COMMAND_ERROR_IS_FATAL ANY)"
        COMPONENT development)
file(RELATIVE_PATH floc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/floc.pc.in floc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/floc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(EXPORT floc-targets NAMESPACE floc:: DESTINATION ${floc_package_dir} COMPONENT development)
configure_package_config_file(cmake/floc-config.cmake.in floc-config.cmake INSTALL_DESTINATION ${floc_package_dir})
write_basic_package_version_file(floc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/floc-config.cmake ${PROJECT_BINARY_DIR}/floc-config-version.cmake
              cmake/FindCholmod.cmake
        DESTINATION ${floc_package_dir} COMPONENT development)
install(FILES LICENSE CITATION.cff CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
if(TARGET floc_app)
  install(TARGETS floc_app COMPONENT program)
  set(FLOC_ZSH_DIR site-functions CACHE STRING "The folder under share/zsh for the completion of zsh")
  set(scripts ${PROJECT_SOURCE_DIR}/src/app/completions)
  install(FILES ${scripts}/bash.sh DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME floc
          COMPONENT program)
  install(FILES ${scripts}/zsh.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${FLOC_ZSH_DIR} RENAME _floc COMPONENT program)
  install(FILES ${scripts}/fish.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME floc.fish
          COMPONENT program)
endif()
if(TARGET manual)
  install(FILES ${PROJECT_BINARY_DIR}/floc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${PROJECT_BINARY_DIR}/floc-scene.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5 COMPONENT program)
endif()
