# Helpers for tests; see the list in TidemarkTargets.cmake.

find_package(doctest REQUIRED)

# The main functions of the test programs: tidemark_doctest_main without Qt, tidemark_qt_test_main with Qt.
set(tidemark_test_main ${PROJECT_SOURCE_DIR}/tests/main)
add_library(tidemark_case_filter OBJECT ${tidemark_test_main}/case_filter.cpp)
target_include_directories(tidemark_case_filter PRIVATE ${PROJECT_SOURCE_DIR})
target_link_libraries(tidemark_case_filter PUBLIC doctest::doctest)
add_library(tidemark_doctest_main INTERFACE)
target_sources(tidemark_doctest_main INTERFACE
    ${tidemark_test_main}/doctest_main.cpp $<TARGET_OBJECTS:tidemark_case_filter>)
target_link_libraries(tidemark_doctest_main INTERFACE doctest::doctest)
if(NOT TIDEMARK_CORE_ONLY)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    add_library(tidemark_qt_main OBJECT ${tidemark_test_main}/qt_main.cpp)
    target_include_directories(tidemark_qt_main PRIVATE ${PROJECT_SOURCE_DIR})
    target_link_libraries(tidemark_qt_main PUBLIC doctest::doctest Qt6::Test)
    add_library(tidemark_qt_test_main INTERFACE)
    target_sources(tidemark_qt_test_main INTERFACE
        $<TARGET_OBJECTS:tidemark_qt_main> $<TARGET_OBJECTS:tidemark_case_filter>)
    target_link_libraries(tidemark_qt_test_main INTERFACE doctest::doctest Qt6::Test)
endif()

# What is tested is checked for undefined behaviour; the tests' own code is not, which would take longer to compile.
add_library(tidemark_test_options INTERFACE)
if(TIDEMARK_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ takes an included source for a header, whose anonymous namespaces it warns of.
    target_compile_options(tidemark_test_options INTERFACE -Wno-subobject-linkage)
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

# What tools/test --quick builds: the programs, and the tests with the label "unit" or "lint".
add_custom_target(unit_tests)
foreach(program tidemark tidemark-cli tidemark-server)
    if(TARGET ${program})
        add_dependencies(unit_tests ${program})
    endif()
endforeach()

# tidemark_register_test(<ctest name> LABEL <label> TIMEOUT <seconds> COMMAND …)
# Labels: unit; lint; e2e, real processes and sockets; sim, long histories from seeds. With a second label, "measure",
# a test belongs to the preset measure.
function(tidemark_register_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;LABEL")
    list(POP_FRONT arg_COMMAND program)
    if(TARGET ${program})
        # add_test() finds targets by itself only where no launcher stands before them.
        set(program $<TARGET_FILE:${program}>)
    endif()
    add_test(NAME ${name} COMMAND ${TIDEMARK_TEST_LAUNCHER} ${program} ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES
        LABELS "${arg_LABEL}"
        TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "${TIDEMARK_TEST_ENVIRONMENT}")
    if("e2e" IN_LIST arg_LABEL OR "sim" IN_LIST arg_LABEL)
        # The longest begin first, so that none is left over at the end.
        set_tests_properties(${name} PROPERTIES COST 100)
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

# Builds the program `target` for tools/test --quick, if its tests are of that kind.
function(tidemark_build_with_unit_tests target label)
    if(label STREQUAL "unit" OR label STREQUAL "lint")
        add_dependencies(unit_tests ${target})
    endif()
endfunction()

# tidemark_add_suite(<ctest name> <program> <suite> LABEL <label>): a suite of a program that holds several
function(tidemark_add_suite name program suite)
    cmake_parse_arguments(PARSE_ARGV 3 arg "" "LABEL" "")
    set(timeout 240)
    if(arg_LABEL STREQUAL "e2e")
        set(timeout 900)
    endif()
    tidemark_register_test(${name} LABEL ${arg_LABEL} TIMEOUT ${timeout} COMMAND ${program} ${suite})
endfunction()

# tidemark_add_tests(<folder> pure|qt SOURCES <test_*.cpp>… [LIBS <lib>…] [LABEL unit|e2e])
# One program, test_<folder>, with a suite for each source: test_outbox.cpp of the folder `store` becomes the test
# `store_outbox`, which runs `test_store outbox`.
function(tidemark_add_tests folder kind)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "LABEL" "SOURCES;LIBS")
    if(NOT arg_LABEL)
        set(arg_LABEL unit)
    endif()
    tidemark_expand_names(libs ${arg_LIBS})
    if(kind STREQUAL "qt")
        tidemark_qt_kind(qt_kind Qt6::Test ${libs})
        tidemark_add_test_program(test_${folder} ${qt_kind} SOURCES ${arg_SOURCES} LIBS ${libs} tidemark_qt_test_main)
    else()
        tidemark_add_test_program(test_${folder} "" SOURCES ${arg_SOURCES} LIBS ${libs} tidemark_doctest_main)
    endif()
    tidemark_build_with_unit_tests(test_${folder} ${arg_LABEL})
    foreach(source IN LISTS arg_SOURCES)
        get_filename_component(suite ${source} NAME_WE)
        string(REGEX REPLACE "^test_" "" suite ${suite})
        tidemark_add_suite(${folder}_${suite} test_${folder} ${suite} LABEL ${arg_LABEL})
    endforeach()
endfunction()

# The current folder's test_*.cpp as one program. Its other sources are helpers, a library that other folders' tests
# can link as well. Files named after SEPARATE become programs of their own, test_<folder>_<suite>: they define what
# another file of the folder defines, too.
macro(tidemark_add_folder_tests kind)
    cmake_parse_arguments(folder "" "LABEL" "LIBS;SEPARATE" ${ARGN})
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
    foreach(folder_file IN LISTS folder_SEPARATE)
        list(REMOVE_ITEM folder_tests ${CMAKE_CURRENT_SOURCE_DIR}/${folder_file})
        get_filename_component(folder_suite ${folder_file} NAME_WE)
        string(REGEX REPLACE "^test_" "" folder_suite ${folder_suite})
        tidemark_add_single_test(${folder_name}_${folder_suite} ${kind} SOURCE ${folder_file}
            LIBS ${folder_libs} LABEL ${folder_LABEL})
    endforeach()
    tidemark_add_tests(${folder_name} ${kind} SOURCES ${folder_tests} LIBS ${folder_libs} LABEL ${folder_LABEL})
endmacro()

macro(tidemark_add_pure_tests)
    tidemark_add_folder_tests(pure ${ARGN})
endmacro()

macro(tidemark_add_qt_tests)
    tidemark_add_folder_tests(qt ${ARGN})
endmacro()

# tidemark_add_single_test(<ctest name> pure|qt SOURCE <test_*.cpp> [LIBS <lib>…] [LABEL unit|e2e|lint])
# A program, test_<ctest name>, of one suite.
function(tidemark_add_single_test name kind)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "LABEL;SOURCE" "LIBS")
    if(NOT arg_LABEL)
        set(arg_LABEL unit)
    endif()
    tidemark_expand_names(libs ${arg_LIBS})
    if(kind STREQUAL "qt")
        tidemark_qt_kind(qt_kind Qt6::Test ${libs})
        tidemark_add_test_program(test_${name} ${qt_kind} SOURCES ${arg_SOURCE} LIBS ${libs} tidemark_qt_test_main)
    else()
        tidemark_add_test_program(test_${name} "" SOURCES ${arg_SOURCE} LIBS ${libs} tidemark_doctest_main)
    endif()
    tidemark_build_with_unit_tests(test_${name} ${arg_LABEL})
    get_filename_component(suite ${arg_SOURCE} NAME_WE)
    string(REGEX REPLACE "^test_" "" suite ${suite})
    tidemark_add_suite(${name} test_${name} ${suite} LABEL ${arg_LABEL})
endfunction()
