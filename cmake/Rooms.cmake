# A room is a folder, a static library and an include root of its own.
#
# Every room's headers are reached as "room/header.h" through a directory that holds nothing but
# that room, so a file sees exactly the rooms that its own room names: an upward include does not
# compile. SEES are the rooms that its headers may name (they are passed on to whoever sees this
# room); HIDES are those that only its .cc files may name.

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
    target_link_libraries(${name} PRIVATE ${ARG_HIDES})
  else()
    add_library(${name} INTERFACE)
    set(reach INTERFACE)
  endif()
  target_include_directories(${name} ${reach} ${root})
  target_link_libraries(${name} ${reach} ${ARG_SEES} ${ARG_LINKS})
endfunction()

# One binary of GoogleTest cases; ci/test adds up the cases of all binaries. A test may see what it
# names in SEES. RapidCheck is there for whoever includes it.
function(keemun_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;SEES;ARGS;LABELS" ${ARGN})
  if(KEEMUN_FUZZ)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES} rapidcheck GTest::gmock GTest::gtest_main
                                        Threads::Threads)
  add_test(NAME ${name} COMMAND ${name} ${ARG_ARGS} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 600)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}")
endfunction()

# One libFuzzer target; its seed corpus is the folder of its name beside the source.
function(keemun_fuzzer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES" ${ARGN})
  if(NOT KEEMUN_FUZZ)
    return()
  endif()
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
endfunction()

# One Google Benchmark binary; benchmarks are measured by hand, never asserted in a test.
function(keemun_benchmark name)
  cmake_parse_arguments(ARG "" "" "SOURCES;SEES" ${ARGN})
  if(KEEMUN_FUZZ)
    return()
  endif()
  find_package(benchmark REQUIRED)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_SEES} benchmark::benchmark benchmark::benchmark_main)
endfunction()
