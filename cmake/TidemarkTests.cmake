# Helpers for tests; see the list in TidemarkTargets.cmake.

find_package(doctest REQUIRED)
add_library(tidemark_doctest_main OBJECT ${PROJECT_SOURCE_DIR}/cmake/doctest_main.cpp)
target_link_libraries(tidemark_doctest_main PUBLIC doctest::doctest)

# What is tested is checked for undefined behaviour and has all debug information; for the tests' own code, lines
# are enough: either would take half as long again to compile.
add_library(tidemark_test_options INTERFACE)
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(tidemark_test_options INTERFACE -g1)
endif()
if(TIDEMARK_SANITIZE MATCHES "undefined")
    target_compile_options(tidemark_test_options INTERFACE -fno-sanitize=undefined)
endif()

# What tests may touch of the person's account: nothing. Own configuration and data folders, UTC, UTF-8.
set(tidemark_test_home ${PROJECT_BINARY_DIR}/test-home)
file(MAKE_DIRECTORY ${tidemark_test_home}/config ${tidemark_test_home}/data ${tidemark_test_home}/run)
file(CHMOD ${tidemark_test_home}/run PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
set(TIDEMARK_TEST_ENVIRONMENT
    LC_ALL=C.UTF-8
    TZ=UTC
    QT_QPA_PLATFORM=offscreen
    XDG_CONFIG_HOME=${tidemark_test_home}/config
    XDG_DATA_HOME=${tidemark_test_home}/data
    XDG_RUNTIME_DIR=${tidemark_test_home}/run
    TIDEMARK_BIN_DIR=${PROJECT_BINARY_DIR}/bin
    TIDEMARK_SOURCE_DIR=${PROJECT_SOURCE_DIR})

# g++ 12's thread sanitizer does not start where addresses are randomised with more than 28 bits.
set(TIDEMARK_TEST_LAUNCHER "")
if(TIDEMARK_SANITIZE MATCHES "thread")
    find_program(TIDEMARK_SETARCH setarch)
    if(TIDEMARK_SETARCH)
        execute_process(COMMAND ${TIDEMARK_SETARCH} --addr-no-randomize true
            RESULT_VARIABLE refused OUTPUT_QUIET ERROR_QUIET)
        if(refused EQUAL 0)
            set(TIDEMARK_TEST_LAUNCHER ${TIDEMARK_SETARCH} --addr-no-randomize)
        endif()
    endif()
endif()

# tidemark_register_test(<ctest name> LABEL <label> TIMEOUT <seconds> COMMAND …)
function(tidemark_register_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "COMMAND")
    list(POP_FRONT arg_COMMAND program)
    if(TARGET ${program})
        # add_test() finds targets by itself only where no launcher stands before them.
        set(program $<TARGET_FILE:${program}>)
    endif()
    add_test(NAME ${name} COMMAND ${TIDEMARK_TEST_LAUNCHER} ${program} ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES
        LABELS ${arg_LABEL}
        TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "${TIDEMARK_TEST_ENVIRONMENT}")
    if(arg_LABEL STREQUAL "e2e")
        # Real processes and real time: alone, so that a loaded machine does not decide the result.
        set_tests_properties(${name} PROPERTIES RUN_SERIAL ON)
    endif()
endfunction()

# The .moc files that the sources of `target` include, one moc each. Automatic moc would run a second program
# and compile an empty source for each. moc needs no included header to understand a test.
function(tidemark_generate_mocs target)
    set_target_properties(${target} PROPERTIES AUTOMOC OFF)
    set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_moc)
    file(MAKE_DIRECTORY ${folder})
    target_include_directories(${target} PRIVATE ${folder})
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        get_filename_component(source ${source} ABSOLUTE)
        get_filename_component(name ${source} NAME_WE)
        file(STRINGS ${source} included REGEX "^#include \"${name}.moc\"$")
        if(included)
            add_custom_command(OUTPUT ${folder}/${name}.moc
                COMMAND Qt6::moc ${source} -o ${folder}/${name}.moc
                DEPENDS ${source}
                VERBATIM)
            target_sources(${target} PRIVATE ${folder}/${name}.moc)
        endif()
    endforeach()
endfunction()

function(tidemark_add_test_program target kind)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LIBS")
    add_executable(${target} ${arg_SOURCES})
    tidemark_set_up_target(${target} "${kind}")
    if(kind)
        tidemark_generate_mocs(${target})
    endif()
    target_link_libraries(${target} PRIVATE tidemark_test_options)
    target_link_libraries(${target} PRIVATE ${arg_LIBS})
    target_compile_definitions(${target} PRIVATE
        TIDEMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        TIDEMARK_BIN_DIR="${PROJECT_BINARY_DIR}/bin")
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/bin)
endfunction()

function(tidemark_add_pure_test)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBS")
    tidemark_expand_names(libs ${arg_LIBS})
    tidemark_add_test_program(test_${arg_NAME} "" SOURCES ${arg_SOURCES} LIBS ${libs} tidemark_doctest_main)
    tidemark_register_test(${arg_NAME} LABEL unit TIMEOUT 120 COMMAND test_${arg_NAME})
endfunction()

function(tidemark_add_qt_test)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;LABEL" "SOURCES;LIBS")
    if(NOT arg_LABEL)
        set(arg_LABEL unit)
    endif()
    set(timeout 120)
    if(arg_LABEL STREQUAL "e2e")
        set(timeout 900)
    endif()
    tidemark_expand_names(libs ${arg_LIBS})
    tidemark_qt_kind(kind Qt6::Test ${libs})
    tidemark_add_test_program(test_${arg_NAME} ${kind} SOURCES ${arg_SOURCES} LIBS ${libs} Qt6::Test)
    tidemark_register_test(${arg_NAME} LABEL ${arg_LABEL} TIMEOUT ${timeout} COMMAND test_${arg_NAME})
endfunction()

# The current folder's test_*.cpp as one test program each, `<folder>_<subject>`: tests/store/test_outbox.cpp
# becomes the test `store_outbox` and the program `test_store_outbox`. Other sources of the folder are
# helpers, compiled once and linked to all of them.
macro(tidemark_add_folder_tests kind)
    cmake_parse_arguments(folder "" "LABEL" "LIBS" ${ARGN})
    get_filename_component(folder_name ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    file(GLOB folder_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test_*.cpp)
    file(GLOB folder_helpers CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp ${CMAKE_CURRENT_SOURCE_DIR}/*.h)
    list(FILTER folder_helpers EXCLUDE REGEX "/test_[^/]*\\.cpp$")
    set(folder_libs ${folder_LIBS})
    if(folder_tests AND "${folder_helpers}" MATCHES "\\.cpp")
        tidemark_expand_names(folder_helper_libs ${folder_LIBS})
        set(folder_helper_kind "")
        if("${kind}" STREQUAL "qt")
            list(APPEND folder_helper_libs Qt6::Test)
            tidemark_qt_kind(folder_helper_kind ${folder_helper_libs})
        else()
            list(APPEND folder_helper_libs doctest::doctest)
        endif()
        add_library(tidemark_${folder_name}_test_helpers STATIC ${folder_helpers})
        add_library(tidemark::${folder_name}_test_helpers ALIAS tidemark_${folder_name}_test_helpers)
        tidemark_set_up_target(tidemark_${folder_name}_test_helpers "${folder_helper_kind}")
        target_link_libraries(tidemark_${folder_name}_test_helpers PRIVATE tidemark_test_options)
        target_link_libraries(tidemark_${folder_name}_test_helpers PUBLIC ${folder_helper_libs})
        list(PREPEND folder_libs ${folder_name}_test_helpers)
    endif()
    foreach(folder_source IN LISTS folder_tests)
        get_filename_component(folder_subject ${folder_source} NAME_WE)
        string(REGEX REPLACE "^test_" "" folder_subject ${folder_subject})
        if("${kind}" STREQUAL "qt")
            tidemark_add_qt_test(NAME ${folder_name}_${folder_subject} SOURCES ${folder_source}
                LIBS ${folder_libs} LABEL ${folder_LABEL})
        else()
            tidemark_add_pure_test(NAME ${folder_name}_${folder_subject} SOURCES ${folder_source}
                LIBS ${folder_libs})
        endif()
    endforeach()
endmacro()

macro(tidemark_add_pure_tests)
    tidemark_add_folder_tests(pure ${ARGN})
endmacro()

macro(tidemark_add_qt_tests)
    tidemark_add_folder_tests(qt ${ARGN})
endmacro()
