# The Debian packages of `make deb`, one a component of the installation. What the programs link is computed
# (dpkg-shlibdeps); a static library has no such list, and libfloc-dev names what find_package(floc) looks for.
set(CPACK_GENERATOR DEB)
set(FLOC_MAINTAINER "The Floc authors <root@localhost>" CACHE STRING "Who makes the packages: name and address")
set(CPACK_PACKAGE_CONTACT ${FLOC_MAINTAINER})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development python)
if(NOT FLOC_PYTHON_PACKAGE)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(about "Floc simulates collections of rigid bodies that collide, stick, aggregate and flow. At every time step one global
convex projection gives the velocities that respect every contact, with a certificate of how well it did.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME floc)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS ffmpeg)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${about}\nThis package has the program, its manual pages and completions.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libfloc-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "libfmt-dev, libmuparser-dev, libhdf5-dev, libfftw3-dev, libcairo2-dev, libsuitesparse-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkg-config")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${about}\nThis package has the static library and its headers, for CMake and pkg-config.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-floc)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-pandas, python3-matplotlib, python3-scipy, python3-xarray, ffmpeg")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "${about}\nThis package has the Python module.")
if(FLOC_PYTHON_PACKAGE)
  # A module belongs to one version of Python.
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  math(EXPR next "${Python3_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${Python3_VERSION_MINOR}), python3 (<< 3.${next}), python3-numpy")
  # Compiled to bytecode where it is installed, and the bytecode is taken away with it.
  foreach(script IN ITEMS "postinst;configure;py3compile" "prerm;remove;py3clean")
    list(GET script 0 name)
    list(GET script 2 tool)
    file(WRITE ${PROJECT_BINARY_DIR}/python-scripts/${name}
         "#!/bin/sh\nset -e\nif command -v ${tool} >/dev/null; then ${tool} -p python3-floc; fi\n")
    file(CHMOD ${PROJECT_BINARY_DIR}/python-scripts/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ
         GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
  endforeach()
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/python-scripts/postinst
                                                ${PROJECT_BINARY_DIR}/python-scripts/prerm)
endif()
foreach(package IN ITEMS program:floc development:libfloc-dev python:python3-floc)
  string(REGEX MATCH "(.*):(.*)" package ${package})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CMAKE_MATCH_2} RENAME copyright
          COMPONENT ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
