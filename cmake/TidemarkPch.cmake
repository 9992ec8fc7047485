# Precompiled headers, each compiled once: pch_pure.h for targets without Qt, pch_core.h for those with Qt Core,
# pch_widgets.h for those with Qt Widgets. Targets reuse them (tidemark_use_pch), so a hundred test programs do
# not compile a hundred copies.

# tidemark_add_pch(<name> <library> [<lib>…]): `library` is the one of ours whose headers it includes. To link it would be
# a circle, because it uses the precompiled header itself. A folder that compiles with other options than the rest sets
# TIDEMARK_PCH_PREFIX and makes its own ones.
function(tidemark_add_pch name ours)
    set(target tidemark_pch_${TIDEMARK_PCH_PREFIX}${name})
    add_library(${target} STATIC ${PROJECT_SOURCE_DIR}/cmake/pch.cpp)
    target_link_libraries(${target} PRIVATE tidemark_warnings ${ARGN})
    target_include_directories(${target} PRIVATE $<TARGET_PROPERTY:tidemark_${ours},INTERFACE_INCLUDE_DIRECTORIES>)
    if(NOT name STREQUAL "pure")
        target_compile_definitions(${target} PRIVATE ${TIDEMARK_QT_DEFINES})
    endif()
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/pch_${name}.h)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
endfunction()

# tidemark_use_pch(<target> pure|core|widgets)
function(tidemark_use_pch target kind)
    if(NOT TIDEMARK_PCH)
        return()
    endif()
    target_precompile_headers(${target} REUSE_FROM tidemark_pch_${TIDEMARK_PCH_PREFIX}${kind})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # Lets ccache see the precompiled header in the preprocessed output.
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endif()
endfunction()

macro(tidemark_add_pchs)
    if(TIDEMARK_PCH)
        tidemark_add_pch(pure domain)
        if(NOT TIDEMARK_CORE_ONLY)
            tidemark_add_pch(core domain Qt6::Core)
            tidemark_add_pch(widgets client Qt6::Widgets)
        endif()
    endif()
endmacro()
tidemark_add_pchs()

# Call before the targets of a folder whose code no fuzzer feeds: clang leaves out what the fuzzer needs to see the paths
# through the code of the folder and of those below it.
macro(tidemark_compile_without_fuzzer)
    if(TIDEMARK_FUZZ)
        set(TIDEMARK_PCH_PREFIX unfuzzed_)
        add_compile_options(-fno-sanitize=fuzzer-no-link)
        if(NOT TARGET tidemark_pch_unfuzzed_pure)
            tidemark_add_pchs()
        endif()
    endif()
endmacro()
