# What `make install` puts where: header, both libraries, the inference core, command, pkg-config file, CMake package, completion,
# manual pages.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/perceptron)

# The inference core needs nothing but libm, so it may stand with the shared one. Two export sets: a program that links the shared library needs none of the static one's dependencies.
set_target_properties(perceptron_shared PROPERTIES EXPORT_NAME perceptron)
install(TARGETS perceptron_shared EXPORT perceptronShared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS perceptron_core EXPORT perceptronShared ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS perceptron_static EXPORT perceptronStatic ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
foreach(set Shared Static)
  install(EXPORT perceptron${set} NAMESPACE perceptron:: DESTINATION ${package_dir})
endforeach()
install(FILES include/perceptron.h include/perceptron_streams.h include/perceptron_judging.h include/perceptron_proofs.h include/perceptron_runs.h
        include/perceptron_tuning.h include/perceptron_ranks.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET perceptron_mpi)
  install(TARGETS perceptron_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
if(TARGET perceptron_command)
  install(TARGETS perceptron_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

configure_package_config_file(cmake/perceptronConfig.cmake.in ${CMAKE_BINARY_DIR}/perceptronConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/perceptronConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/perceptronConfig.cmake ${CMAKE_BINARY_DIR}/perceptronConfigVersion.cmake
        DESTINATION ${package_dir})

# The file names its own place (${pcfiledir}), so that an installed tree may be moved.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
foreach(name perceptron perceptron-core)
  configure_file(${name}.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

if(EXISTS ${CMAKE_SOURCE_DIR}/cli/perceptron.bash)
  install(FILES cli/perceptron.bash RENAME perceptron
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endif()

# The page of the whole is written by hand, those of the commands by the commands themselves.
find_program(PANDOC pandoc)
find_program(PYTHON3 python3)
if(PANDOC AND PYTHON3 AND TARGET perceptron_command)
  install(CODE "
    set(pages ${CMAKE_BINARY_DIR}/man)
    file(REMOVE_RECURSE \${pages})
    execute_process(COMMAND ${PYTHON3} ${CMAKE_SOURCE_DIR}/docs/man/make $<TARGET_FILE:perceptron_command> \${pages}
                    COMMAND_ERROR_IS_FATAL ANY)
    file(COPY ${CMAKE_SOURCE_DIR}/docs/man/perceptron.1.md DESTINATION \${pages})
    file(GLOB sources \${pages}/*.1.md)
    foreach(source \${sources})
      get_filename_component(name \${source} NAME_WLE)
      execute_process(COMMAND ${PANDOC} -s -f markdown-smart -t man \${source} -o \${pages}/\${name}
                      COMMAND_ERROR_IS_FATAL ANY)
      file(INSTALL \${pages}/\${name} DESTINATION \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_MANDIR}/man1)
    endforeach()")
endif()
