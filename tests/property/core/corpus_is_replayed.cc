// Plans that once broke a law, and plans written down because they are easy to get wrong, hold in
// every world.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "plan/plan_text.h"
#include "sim/campaign.h"

namespace keemun {
namespace {

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator("tests/property/corpus")) {
    if (entry.path().extension() == ".plan") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

plan::Plan read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return plan::from_text(text.str());
}

TEST(Corpus, HoldsInEveryLayoutAndEncoding) {
  EXPECT_GE(corpus().size(), 5u);
  for (const auto& path : corpus()) {
    const plan::Plan plan = read(path);
    for (const char* layout : {"plain", "md5", "slot"}) {
      for (const char* version : {"0", "1"}) {
        plan::Plan placed = plan;
        // What the plan says about its world stays.
        placed.options.insert({{"layout", layout}, {"hash", version}, {"set", version}});
        const auto violation = sim::play(placed).violation;
        EXPECT_FALSE(violation.has_value())
            << path << " in " << layout << ", hash and set " << version << ": " << violation->law
            << " at event " << violation->event_index + 1 << "\n"
            << violation->detail;
      }
    }
  }
}

}  // namespace
}  // namespace keemun
