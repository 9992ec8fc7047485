# Helpers for tests; see the list in TidemarkTargets.cmake.

find_package(doctest REQUIRED)

# The main functions of the test programs: tidemark_doctest_main without Qt, tidemark_qt_test_main with Qt.
set(tidemark_test_main ${PROJECT_SOURCE_DIR}/tests/main)
tidemark_add_headers(test_main tests/main)
add_library(tidemark_case_filter OBJECT ${tidemark_test_main}/case_filter.cpp)
target_link_libraries(tidemark_case_filter PUBLIC doctest::doctest tidemark::test_main)
add_library(tidemark_doctest_main INTERFACE)
target_sources(tidemark_doctest_main INTERFACE
    ${tidemark_test_main}/doctest_main.cpp $<TARGET_OBJECTS:tidemark_case_filter>)
target_link_libraries(tidemark_doctest_main INTERFACE doctest::doctest tidemark::test_main)
if(NOT TIDEMARK_CORE_ONLY)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Test)
    add_library(tidemark_qt_main OBJECT ${tidemark_test_main}/qt_main.cpp)
    target_link_libraries(tidemark_qt_main PUBLIC doctest::doctest Qt6::Test tidemark::test_main)
    add_library(tidemark_qt_test_main INTERFACE)
    target_sources(tidemark_qt_test_main INTERFACE
        $<TARGET_OBJECTS:tidemark_qt_main> $<TARGET_OBJECTS:tidemark_case_filter>)
    target_link_libraries(tidemark_qt_test_main INTERFACE doctest::doctest Qt6::Test tidemark::test_main)
endif()

# For everything in this folder and below. The tested code has all checks of the sanitizers. The tests' own code has only
# those of the heap: checks of undefined behaviour and of the stack would double the time to compile it.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ treats an included source as a header, and warns of its anonymous namespaces.
    add_compile_options(-Wno-subobject-linkage)
endif()
if(CMAKE_BUILD_TYPE STREQUAL "Release")
    # Measuring programs are compiled like the programs that they measure: tests/programs/bench and tests/programs/load.
    add_compile_options(-O1)
endif()
if(TIDEMARK_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize=undefined)
endif()
if(TIDEMARK_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # Nor does it have what the fuzzer needs.
    set(TIDEMARK_PCH_PREFIX tests_)
    add_compile_options("SHELL:-mllvm -asan-stack=0" -fno-sanitize=fuzzer-no-link)
    tidemark_add_pchs()
endif()

# Tests touch nothing of the user who runs them: they have their own configuration and data folders, UTC and UTF-8.
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

# g++ 12's thread sanitizer does not start if addresses are randomised with more than 28 bits.
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

# The longest tests of the presets asan and measure. Each commit runs those of one of the three columns, which take about the
# same time (tests/support/turn.sh).
set(TIDEMARK_TESTS_IN_TURN "")
if(TIDEMARK_SANITIZE)
    set(TIDEMARK_TESTS_IN_TURN
        e2e_files                  server_postgres_file_races e2e_restore_steps
        store_damage               store_folding              e2e_trust
        ui_people                  e2e_receipts               server_shell_damage
        server_shell_file_steps    e2e_import                 ui_hostile_texts
        server_postgres_kept_files hub_positions              ui_keys
        hub_retention              sync_scale                 pictures_picture_preparer
        hub_large                  failures_scale             e2e_notices
        server_postgres_store      server_sqlite_store        server_hub_on_stores
        client_broken_store        e2e_manners                server_postgres_keys
        e2e_rights                 client_files               store_salvage
        wire_damage                server_postgres_bus        pictures_picture_decoder
        lab_worlds                 lab_program                hub_rights)
elseif(CMAKE_BUILD_TYPE STREQUAL "Release")
    set(TIDEMARK_TESTS_IN_TURN
        sim_defects        e2e_faults    e2e_two_devices
        e2e_network_faults cluster_nodes e2e_crowd
        e2e_several_servers e2e_operating e2e_file_faults
        cluster_database_faults e2e_kills e2e_damage)
endif()

# Built by tools/test --quick: the programs, and the tests with the label "unit" or "lint".
add_custom_target(unit_tests)
foreach(program tidemark tidemark-cli tidemark-lab tidemark-pictures tidemark-server)
    if(TARGET ${program})
        add_dependencies(unit_tests ${program})
    endif()
endforeach()

# tidemark_register_test(<ctest name> LABEL <label> TIMEOUT <seconds> COMMAND …)
# Labels: unit; lint; e2e, real processes and sockets; sim, long histories from seeds; package. With a second label a test
# runs in the preset measure: with "measure" also there, with "programs" only there and not under the sanitizers. Each test also has
# its folder as a label, for tools/test --only, which builds the target <folder>_tests.
function(tidemark_register_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;LABEL")
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    get_filename_component(folder_name ${folder} NAME)
    if(NOT TARGET ${folder_name}_tests)
        add_custom_target(${folder_name}_tests)
    endif()
    list(POP_FRONT arg_COMMAND program)
    if(TARGET ${program})
        # add_test() finds targets by itself only if no launcher stands before them.
        set(program $<TARGET_FILE:${program}>)
    endif()
    foreach(word IN LISTS program arg_COMMAND)
        if(word MATCHES "^\\$<TARGET_FILE:(.+)>$")
            add_dependencies(${folder_name}_tests ${CMAKE_MATCH_1})
        endif()
    endforeach()
    set(launcher ${TIDEMARK_TEST_LAUNCHER})
    list(FIND TIDEMARK_TESTS_IN_TURN ${name} place)
    if(NOT place EQUAL -1)
        list(PREPEND launcher ${PROJECT_SOURCE_DIR}/tests/support/turn.sh ${place})
    endif()
    add_test(NAME ${name} COMMAND ${launcher} ${program} ${arg_COMMAND})
    set_tests_properties(${name} PROPERTIES
        LABELS "${arg_LABEL};${folder}"
        TIMEOUT ${arg_TIMEOUT}
        SKIP_RETURN_CODE 77
        ENVIRONMENT "${TIDEMARK_TEST_ENVIRONMENT}")
    if(arg_LABEL MATCHES "e2e|sim")
        # The longest tests begin first, so that none runs alone at the end.
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endfunction()

function(tidemark_add_test_program target kind)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LIBS")
    add_executable(${target} ${arg_SOURCES})
    tidemark_set_up_target(${target} ${CMAKE_CURRENT_SOURCE_DIR} "${kind}")
    target_link_libraries(${target} PRIVATE ${arg_LIBS})
    target_compile_definitions(${target} PRIVATE
        TIDEMARK_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
        TIDEMARK_BIN_DIR="${PROJECT_BINARY_DIR}/bin")
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests/bin)
endfunction()

# test_outbox.cpp -> outbox
function(tidemark_suite_name result source)
    get_filename_component(suite ${source} NAME_WE)
    string(REGEX REPLACE "^test_" "" suite ${suite})
    set(${result} ${suite} PARENT_SCOPE)
endfunction()

# tidemark_add_tests(<folder> pure|qt SOURCES <test_*.cpp>… [PROGRAM <name>] [LIBS <lib>…] [LABEL unit|e2e|lint])
# One program, test_<folder> or <name>, with a suite for each source: test_outbox.cpp of the folder `store` becomes the
# test `store_outbox`, which runs `test_store outbox`.
function(tidemark_add_tests folder kind)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "LABEL;PROGRAM" "SOURCES;LIBS")
    if(NOT arg_LABEL)
        set(arg_LABEL unit)
    endif()
    if(NOT arg_PROGRAM)
        set(arg_PROGRAM test_${folder})
    endif()
    tidemark_expand_names(libs ${arg_LIBS})
    if(kind STREQUAL "qt")
        tidemark_qt_kind(qt_kind Qt6::Test ${libs})
        tidemark_add_test_program(${arg_PROGRAM} ${qt_kind} SOURCES ${arg_SOURCES} LIBS ${libs} tidemark_qt_test_main)
    else()
        tidemark_add_test_program(${arg_PROGRAM} "" SOURCES ${arg_SOURCES} LIBS ${libs} tidemark_doctest_main)
    endif()
    if(arg_LABEL MATCHES "^(unit|lint)$")
        add_dependencies(unit_tests ${arg_PROGRAM})
    endif()
    if(arg_LABEL MATCHES "e2e")
        tidemark_optimise_less(${arg_PROGRAM}) # the programs that it starts do the work
    endif()
    # Only for tests that hang: a loaded machine may take twenty times as long as an idle one.
    set(timeout 600)
    if(arg_LABEL STREQUAL "e2e")
        set(timeout 1800)
    endif()
    foreach(source IN LISTS arg_SOURCES)
        tidemark_suite_name(suite ${source})
        tidemark_register_test(${folder}_${suite} LABEL ${arg_LABEL} TIMEOUT ${timeout} COMMAND ${arg_PROGRAM} ${suite})
    endforeach()
endfunction()

# Makes the program test_<folder>_<suite> for the suite of one source. The other arguments are those of the function above.
function(tidemark_add_separate_test folder kind source)
    tidemark_suite_name(suite ${source})
    tidemark_add_tests(${folder} ${kind} PROGRAM test_${folder}_${suite} SOURCES ${source} ${ARGN})
endfunction()

# Makes one program of the current folder's test_*.cpp. Its other sources are helpers, a library that other folders' tests
# can link as well. Files named after SEPARATE become programs of their own, test_<folder>_<suite>, because they define
# the same names as another file of the folder.
macro(tidemark_add_folder_tests kind)
    cmake_parse_arguments(folder "" "LABEL" "ROOMS;LIBS;SEPARATE" ${ARGN})
    get_filename_component(folder_name ${CMAKE_CURRENT_SOURCE_DIR} NAME)
    tidemark_glob(folder_helpers folder_headers ${CMAKE_CURRENT_SOURCE_DIR} ${folder_ROOMS})
    set(folder_tests ${folder_helpers})
    list(FILTER folder_tests INCLUDE REGEX "/test_[^/]*\\.cpp$")
    list(FILTER folder_helpers EXCLUDE REGEX "/test_[^/]*\\.cpp$")
    set(folder_libs ${folder_LIBS})
    if(folder_tests AND folder_helpers)
        tidemark_expand_names(folder_helper_libs ${folder_LIBS})
        set(folder_helper_kind "")
        if("${kind}" STREQUAL "qt")
            list(APPEND folder_helper_libs Qt6::Test)
            tidemark_qt_kind(folder_helper_kind ${folder_helper_libs})
        else()
            list(APPEND folder_helper_libs doctest::doctest)
        endif()
        add_library(tidemark_${folder_name}_test_helpers STATIC ${folder_helpers} ${folder_headers})
        add_library(tidemark::${folder_name}_test_helpers ALIAS tidemark_${folder_name}_test_helpers)
        tidemark_set_up_target(tidemark_${folder_name}_test_helpers ${CMAKE_CURRENT_SOURCE_DIR} "${folder_helper_kind}")
        target_link_libraries(tidemark_${folder_name}_test_helpers PUBLIC ${folder_helper_libs})
        list(PREPEND folder_libs ${folder_name}_test_helpers)
    endif()
    foreach(folder_file IN LISTS folder_SEPARATE)
        list(REMOVE_ITEM folder_tests ${CMAKE_CURRENT_SOURCE_DIR}/${folder_file})
        tidemark_add_separate_test(${folder_name} ${kind} ${folder_file} LIBS ${folder_libs} LABEL ${folder_LABEL})
    endforeach()
    tidemark_add_tests(${folder_name} ${kind} SOURCES ${folder_tests} LIBS ${folder_libs} LABEL ${folder_LABEL})
endmacro()

macro(tidemark_add_pure_tests)
    tidemark_add_folder_tests(pure ${ARGN})
endmacro()

macro(tidemark_add_qt_tests)
    tidemark_add_folder_tests(qt ${ARGN})
endmacro()
