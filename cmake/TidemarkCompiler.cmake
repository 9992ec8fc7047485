# Compiler launcher, warnings, sanitizers and the defines that every Qt target gets.

find_program(TIDEMARK_CCACHE ccache)
if(TIDEMARK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # Without the sloppiness ccache caches no compilation with a precompiled header. It must not ignore the times of
    # headers: an object that was compiled while a header changed would be kept for the new header. In depend mode it takes
    # the inputs from the compiler, and does not preprocess each file a second time.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_DEPEND=true
        CCACHE_SLOPPINESS=pch_defines,time_macros
        ${TIDEMARK_CCACHE})
endif()

# Runs as many compilers at once as there are cores. Ninja would start two more, which compete with the others for the
# processor's caches: on two cores the release takes 5:22 with four at once and 4:27 with two.
include(ProcessorCount)
ProcessorCount(tidemark_cores)
if(tidemark_cores GREATER 0)
    set_property(GLOBAL PROPERTY JOB_POOLS compilers=${tidemark_cores})
    set(CMAKE_JOB_POOL_COMPILE compilers)
endif()

# lld links a test program in a fifth of the time. Most of a program is debug information; compressed, a program takes a
# third of the disk. The system's linker links the programs that users get.
find_program(TIDEMARK_LLD NAMES ld.lld)
if(TIDEMARK_LLD AND CMAKE_BUILD_TYPE STREQUAL "Debug")
    add_link_options(-fuse-ld=lld -Wl,--compress-debug-sections=zlib)
endif()

# Messages that name a source say its path from the top of the repository.
add_compile_options(-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)

# Warnings. Every target of ours links this PRIVATE; generated code never does.
add_library(tidemark_warnings INTERFACE)
target_compile_options(tidemark_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
    -Wimplicit-fallthrough -Wsuggest-override -Wvla)
if(TIDEMARK_WARNINGS_AS_ERRORS)
    target_compile_options(tidemark_warnings INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ collects its garbage at 500 MB, not at 128 MB: unity sources take a tenth less time.
    add_compile_options(--param=ggc-min-heapsize=500000)
    if(CMAKE_BUILD_TYPE STREQUAL "Debug")
        # Backtraces need lines but no variables, and tracking variables takes a sixth of the time.
        add_compile_options(-fno-var-tracking)
    endif()
    target_compile_options(tidemark_warnings INTERFACE -Wduplicated-cond -Wlogical-op
        -Wzero-as-null-pointer-constant
        # False alarms of g++ 12 inside std::variant, std::optional and std::string when it optimises.
        -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-restrict)
    if(TIDEMARK_SANITIZE)
        # g++ documents that the instrumentation makes warnings of this kind raise false alarms.
        target_compile_options(tidemark_warnings INTERFACE -Wno-null-dereference -Wno-array-bounds
            -Wno-stringop-overread)
    endif()
endif()

if(CMAKE_UNITY_BUILD AND (CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_UNITY_BUILD_BATCH_SIZE GREATER 99))
    # A name hides one of another source with which it is compiled together. The preset dev, where g++ compiles few sources
    # together, tells of names that hide their own.
    target_compile_options(tidemark_warnings INTERFACE -Wno-shadow)
endif()

# Sanitizers apply to all code, generated code too, so that all objects agree.
if(TIDEMARK_SANITIZE)
    add_compile_options(-fsanitize=${TIDEMARK_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${TIDEMARK_SANITIZE})
    add_compile_definitions(TIDEMARK_SANITIZED)
    if(TIDEMARK_SANITIZE MATCHES "address")
        add_compile_definitions(TIDEMARK_ADDRESS_SANITIZER)
    endif()
    if(TIDEMARK_SANITIZE MATCHES "address" AND TIDEMARK_SANITIZE MATCHES "undefined")
        # These checks of pointers take as long to compile as everything else together. The address sanitizer finds an
        # access through a null pointer or beyond an object as well, and x86 reads from any address.
        add_compile_options(-fno-sanitize=null,alignment)
        if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
            add_compile_options(
                -fno-sanitize=object-size,vptr,nonnull-attribute,returns-nonnull-attribute,pointer-overflow)
        endif()
    endif()
endif()

# All code is instrumented, so that the fuzzer sees which paths an input takes. Only tests/programs/fuzz links the fuzzer's main
# function.
if(TIDEMARK_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
    add_link_options(-fsanitize=fuzzer-no-link)
endif()

# Strict Qt: no implicit conversions between bytes and text, no macros named like common words.
set(TIDEMARK_QT_DEFINES
    QT_NO_KEYWORDS
    QT_NO_CAST_FROM_ASCII
    QT_NO_CAST_TO_ASCII
    QT_NO_CAST_FROM_BYTEARRAY
    QT_NO_URL_CAST_FROM_STRING
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT
    QT_NO_FOREACH
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)
