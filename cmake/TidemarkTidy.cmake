# The target `tidy`: clang-tidy over every source of ours in this build's compile_commands.json. It compiles nothing, but
# generates the protocol's headers first.
add_custom_target(tidy
    COMMAND ${PROJECT_SOURCE_DIR}/cmake/tidy.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
    USES_TERMINAL
    VERBATIM)
foreach(protocol IN ITEMS proto node_proto)
    if(TARGET tidemark_${protocol}_sources)
        add_dependencies(tidy tidemark_${protocol}_sources)
    endif()
endforeach()
