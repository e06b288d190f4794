# A room is a folder, a static library and an include root of its own.
#
# Every room's headers are reached as "room/header.h" through a directory that holds nothing but
# that room, so a file sees exactly the rooms that its own room names: an upward include does not
# compile. SEES are the rooms that its headers may name (they are passed on to whoever sees this
# room); HIDES are all others that its files may name. LINKS are libraries that are no rooms.
# Which room may see which at all is the table in ci/tidy_checks/arrows.py; ci/tidy compares.

find_package(GTest REQUIRED)
find_package(Threads REQUIRED)

function(keemun_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES;HIDES;LINKS" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/rooms/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)

  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    set(reach PUBLIC)
    target_compile_options(${name} PRIVATE -fno-rtti)
    if(TARGET room_headers)
      target_precompile_headers(${name} REUSE_FROM room_headers)
    endif()
    target_link_libraries(${name} PRIVATE ${ARG_HIDES})
  else()
    add_library(${name} INTERFACE)
    set(reach INTERFACE)
  endif()
  target_include_directories(${name} ${reach} ${root})
  target_link_libraries(${name} ${reach} ${ARG_SEES} ${ARG_LINKS})
endfunction()

# What nearly every room includes of the standard library, compiled once where there are sanitizers,
# which are slow to compile with. A plain build does without: it shows whether each file includes
# what it uses.
function(keemun_room_headers)
  if(KEEMUN_SANITIZE)
    set(empty ${CMAKE_BINARY_DIR}/room_headers.cc)
    file(TOUCH ${empty})
    add_library(room_headers OBJECT EXCLUDE_FROM_ALL ${empty})
    target_compile_options(room_headers PRIVATE -fno-rtti)
    target_precompile_headers(room_headers PRIVATE
      <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <set> <span> <string>
      <string_view> <unordered_map> <utility> <variant> <vector>)
  endif()
endfunction()

# A program that people run; it lies at the top of the build directory.
function(keemun_program name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES;LINKS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES} ${ARG_LINKS} Threads::Threads)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})
  if(KEEMUN_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)  # it reads a command line, and that takes CLI11
  endif()
  if(KEEMUN_SELF_CONTAINED)
    # Calls within the program instead of through tables: a few per cent of everything. The C++
    # library may be static for RocksDB and Boost are: no other library on the list is in C++.
    find_library(KEEMUN_JEMALLOC_ARCHIVE libjemalloc_pic.a REQUIRED)
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc)
    # All of it, else operator new would be the one of the C++ library.
    target_link_libraries(${name} PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,${KEEMUN_JEMALLOC_ARCHIVE}>)
  endif()
endfunction()

# Tests are not optimized, only what they test: that takes a fifth off a compiler's time. What nearly
# every one includes is compiled once for all of them.
function(keemun_test_headers)
  set(empty ${CMAKE_BINARY_DIR}/test_headers.cc)
  file(TOUCH ${empty})
  add_library(test_headers OBJECT EXCLUDE_FROM_ALL ${empty})
  target_link_libraries(test_headers PRIVATE GTest::gmock GTest::gtest_main)
  target_precompile_headers(test_headers PRIVATE <gmock/gmock.h> <gtest/gtest.h>)
  target_compile_options(test_headers PRIVATE -O0)
endfunction()

# One binary of GoogleTest cases; ci/test adds up the cases of all binaries. A test may see what it
# names in SEES. RapidCheck is there for whoever includes it. ci/test plays it under sanitizers.
# LABELS plain: in the plain build, too, for it starts programs or meets the engine, and they are
# others there. LABELS slow: in that build alone, for it takes too long in the other. LABELS long: it
# begins before others, so that it is not left alone at the end.
add_custom_target(quick_tests)
add_custom_target(plain_tests)
function(keemun_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES;LABELS" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES} rapidcheck GTest::gmock GTest::gtest_main
                                        Threads::Threads)
  target_compile_options(${name} PRIVATE -O0)
  target_precompile_headers(${name} REUSE_FROM test_headers)
  if(NOT slow IN_LIST ARG_LABELS)
    add_dependencies(quick_tests ${name})
  endif()
  if(slow IN_LIST ARG_LABELS OR plain IN_LIST ARG_LABELS)
    add_dependencies(plain_tests ${name})
  endif()
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES
    TIMEOUT ${KEEMUN_TEST_TIMEOUT}
    LABELS "${ARG_LABELS}"
    ENVIRONMENT "GTEST_OUTPUT=json:${CMAKE_BINARY_DIR}/results/${name}.json;${KEEMUN_TEST_ENVIRONMENT}")
  if(long IN_LIST ARG_LABELS)
    set_tests_properties(${name} PROPERTIES COST 1000)
  endif()
endfunction()

# A test that this machine cannot play. ci/test tells of it.
file(REMOVE ${CMAKE_BINARY_DIR}/left_out)
function(keemun_leave_out name why)
  message(STATUS "${name} is left out: ${why}")
  file(APPEND ${CMAKE_BINARY_DIR}/left_out "${name}: ${why}\n")
endfunction()

# One libFuzzer target fuzz_<x>; its seed corpus is corpus/<x>/ beside the source. The list of all
# of them is what ci/fuzz runs.
add_custom_target(fuzzers)
function(keemun_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  add_dependencies(fuzzers ${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/targets)
  string(REGEX REPLACE "^fuzz_" "" short_name ${name})
  set_property(GLOBAL APPEND_STRING PROPERTY KEEMUN_FUZZERS
               "${name} ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${short_name}\n")
endfunction()

function(keemun_write_fuzzer_list)
  if(KEEMUN_FUZZ)
    get_property(fuzzers GLOBAL PROPERTY KEEMUN_FUZZERS)
    file(WRITE ${CMAKE_BINARY_DIR}/fuzzers.txt "${fuzzers}")
  endif()
endfunction()

# One Google Benchmark binary; benchmarks are measured by hand, never asserted in a test.
add_custom_target(benchmarks)
function(keemun_benchmark name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES" ${ARGN})
  find_package(benchmark REQUIRED)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES} benchmark::benchmark benchmark::benchmark_main)
  add_dependencies(benchmarks ${name})
endfunction()
