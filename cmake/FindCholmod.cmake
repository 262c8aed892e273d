# CHOLMOD of SuiteSparse, which Debian 12 ships without a CMake package: target Cholmod::Cholmod.
find_path(CHOLMOD_INCLUDE_DIR cholmod.h PATH_SUFFIXES suitesparse)
find_library(CHOLMOD_LIBRARY cholmod)
mark_as_advanced(CHOLMOD_INCLUDE_DIR CHOLMOD_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cholmod REQUIRED_VARS CHOLMOD_LIBRARY CHOLMOD_INCLUDE_DIR)

if(Cholmod_FOUND AND NOT TARGET Cholmod::Cholmod)
  add_library(Cholmod::Cholmod UNKNOWN IMPORTED)
  set_target_properties(Cholmod::Cholmod PROPERTIES IMPORTED_LOCATION ${CHOLMOD_LIBRARY}
                                                    INTERFACE_INCLUDE_DIRECTORIES ${CHOLMOD_INCLUDE_DIR})
endif()
