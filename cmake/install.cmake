# What `make install` puts where: header, both libraries, command, pkg-config file, CMake package, completion.
include(CMakePackageConfigHelpers)

install(TARGETS perceptron_static perceptron_shared EXPORT perceptronTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/perceptron.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET perceptron_command)
  install(TARGETS perceptron_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
