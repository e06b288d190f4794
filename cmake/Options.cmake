# What holds for every target: the language, the warnings, the sanitizers and the compiler cache.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

option(KEEMUN_DCHECK "DCHECK aborts as CHECK does" OFF)
option(KEEMUN_SELF_CONTAINED "programs carry jemalloc, RocksDB and the C++ library themselves" OFF)
option(KEEMUN_FUZZ "build the libFuzzer targets instead of the tests" OFF)
set(KEEMUN_SANITIZE "" CACHE STRING "sanitizers, as -fsanitize= takes them")

# What one checkout has compiled serves another one, too. It may be sloppy about headers that are
# compiled before others: ours use no macro of the time.
find_program(KEEMUN_CCACHE ccache)
if(KEEMUN_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
                                  CCACHE_NOHASHDIR=true
                                  CCACHE_SLOPPINESS=pch_defines,time_macros ${KEEMUN_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    # A time in it would make each checkout's its own, and with it all that is compiled behind it.
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()

# A link of a sanitized test takes more memory than a compilation: two at a time, on any machine.
set_property(GLOBAL PROPERTY JOB_POOLS link=2)
set(CMAKE_JOB_POOL_LINK link)
if(NOT KEEMUN_SELF_CONTAINED)
  add_link_options(-fuse-ld=lld)  # each test carries all that it tests: quicker by some times
endif()

# Doubles must come out the same on every run and machine: no fused multiply-add behind our back.
# A build has one compiler: how older ones passed aligned parameters is no news.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wsign-conversion -Werror -Wno-psabi
                    -ffp-contract=off -fno-omit-frame-pointer)
if(KEEMUN_DCHECK)
  add_compile_definitions(KEEMUN_DCHECK)
endif()
# What hangs, not what is slow on a machine that has much else to do.
set(KEEMUN_TEST_TIMEOUT 900)
if(KEEMUN_SANITIZE MATCHES "address")
  add_compile_definitions(KEEMUN_ADDRESS_SANITIZER)
  set(KEEMUN_TEST_TIMEOUT 1800)
elseif(KEEMUN_SANITIZE MATCHES "thread")
  add_compile_definitions(KEEMUN_THREAD_SANITIZER)
  # GCC 12 takes texts that are put together for overruns then.
  add_compile_options(-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow)
  # All takes ten times as long.
  set(KEEMUN_TEST_TIMEOUT 3600)
  # A program that a test starts ends at its first race: so the test notices. What is to die does so
  # in a program begun anew: in a fork of one that has fibers no switch to them counts as an order.
  set(KEEMUN_TEST_ENVIRONMENT
      "TSAN_OPTIONS=halt_on_error=1:suppressions=${CMAKE_SOURCE_DIR}/tests/tsan.suppressions"
      "GTEST_DEATH_TEST_STYLE=threadsafe")
endif()
if(KEEMUN_SANITIZE)
  # The vptr check needs RTTI, which the product is built without. Two more look at every pointer that
  # is followed, for a quarter of a compiler's time. A null one is noticed by the machine itself, and
  # a misaligned one comes from a cast: those stand in base and format, and the fuzzers' build, which
  # is small, has every check.
  set(unchecked vptr)
  if(NOT KEEMUN_FUZZ)
    set(unchecked vptr,null,alignment)
  endif()
  add_compile_options(-fsanitize=${KEEMUN_SANITIZE} -fno-sanitize-recover=all
                      -fno-sanitize=${unchecked})
  add_link_options(-fsanitize=${KEEMUN_SANITIZE})
endif()
if(KEEMUN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
