# Two precompiled headers, each compiled once: pch_core.h for what uses Qt Core, pch_qt.h for what uses
# Qt Widgets. Targets reuse them (tidemark_use_pch), so forty test programs do not compile forty copies.

function(tidemark_add_pch name header)
    add_library(${name} STATIC ${PROJECT_SOURCE_DIR}/cmake/pch.cpp)
    target_link_libraries(${name} PRIVATE tidemark_warnings ${ARGN})
    target_compile_definitions(${name} PRIVATE ${TIDEMARK_QT_DEFINES})
    target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${header})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${name} PRIVATE -fpch-preprocess)
    endif()
endfunction()

if(TIDEMARK_PCH)
    tidemark_add_pch(tidemark_pch_core pch_core.h Qt6::Core)
    tidemark_add_pch(tidemark_pch_widgets pch_qt.h Qt6::Widgets)
endif()

# tidemark_use_pch(<target> core|widgets)
function(tidemark_use_pch target kind)
    if(NOT TIDEMARK_PCH)
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM tidemark_pch_${kind})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # Lets ccache see the precompiled header in the preprocessed output.
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
endfunction()
