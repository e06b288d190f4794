// All libraries at one moment: what stands there, and what may not stand beside it.
#include "scripts/library_shelf.h"

#include "base/command_error.h"
#include "recording_host.h"

namespace keemun {
namespace {

using scripts::FunctionLibrary;
using scripts::LibraryShelf;

class LibraryShelves : public Scripts {
 protected:
  std::shared_ptr<FunctionLibrary> Library(const Bytes& name, const std::vector<Bytes>& functions) {
    Bytes code = "#!lua name=" + name + "\n";
    for (const Bytes& function : functions) {
      code += "redis.register_function('" + function + "', function() return 1 end)\n";
    }
    return std::make_shared<FunctionLibrary>(code, *this);
  }
};

TEST_F(LibraryShelves, FindFunctionsInAnyCase) {
  LibraryShelf shelf;
  shelf.put(Library("a", {"One", "two"}));
  EXPECT_EQ(shelf.find_function("oNE").function->name, "One");
  EXPECT_EQ(shelf.find_function("three").library, nullptr);
  EXPECT_EQ(shelf.library_count(), 1u);
  EXPECT_EQ(shelf.function_count(), 2u);
}

TEST_F(LibraryShelves, ChangeNothingWhereTwoFunctionsHaveOneName) {
  LibraryShelf shelf;
  shelf.put(Library("a", {"one", "two"}));
  shelf.put(Library("b", {"three"}));
  try {
    shelf.put(Library("b", {"four", "TWO"}));
    FAIL();
  } catch (const CommandError& error) {
    EXPECT_EQ(error.text(), "ERR Function TWO already exists");
  }
  EXPECT_NE(shelf.find_function("three").library, nullptr);
  EXPECT_EQ(shelf.find_function("four").library, nullptr);
}

TEST_F(LibraryShelves, TakeTheFunctionsOfALibraryAwayWithIt) {
  LibraryShelf shelf;
  shelf.put(Library("a", {"one", "two"}));
  const LibraryShelf before = shelf;
  shelf.put(Library("a", {"two", "three"}));
  EXPECT_EQ(shelf.find_function("one").library, nullptr);
  EXPECT_EQ(shelf.function_count(), 2u);
  shelf.erase("a");
  shelf.erase("nosuch");
  EXPECT_EQ(shelf.function_count(), 0u);
  EXPECT_NE(before.find_function("one").library, nullptr);
}

TEST_F(LibraryShelves, KnowLibrariesThatCouldNotBeLoaded) {
  LibraryShelf shelf;
  shelf.put_unloaded("a", "rubbish");
  EXPECT_TRUE(shelf.has("a"));
  EXPECT_EQ(shelf.function_count(), 0u);
  EXPECT_EQ(shelf.byte_count(), 8u);
  EXPECT_EQ(shelf.interpreter_bytes(), 0u);
  shelf.put(Library("a", {"one"}));
  EXPECT_GT(shelf.interpreter_bytes(), 0u);
  EXPECT_EQ(shelf.library_count(), 1u);
}

}  // namespace
}  // namespace keemun
