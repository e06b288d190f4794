// Plans that once broke a law, and plans written down because they are easy to get wrong, hold in
// every world.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "plan/plan_text.h"
#include "sim/campaign.h"
#include "sim/plan_rules.h"

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

// What the plan says about its world stays.
void play_in(plan::Plan plan, const std::map<Bytes, Bytes>& world, const Bytes& name) {
  plan.options.insert(world.begin(), world.end());
  const auto violation = sim::play(plan).violation;
  if (!violation) return;
  ADD_FAILURE() << name << ": " << violation->law << " at event " << violation->event_index + 1
                << "\n"
                << violation->detail;
}

TEST(Corpus, HoldsInEveryLayoutAndEncoding) {
  EXPECT_GE(corpus().size(), 5u);
  for (const auto& path : corpus()) {
    const plan::Plan plan = read(path);
    const auto objection = sim::objection_to(plan);
    EXPECT_FALSE(objection) << path << ": " << objection->why;
    for (const char* layout : {"plain", "md5", "slot"}) {
      for (const char* version : {"0", "1", "2", "3"}) {
        play_in(plan, {{"layout", layout}, {"hash", version}, {"set", version}, {"zset", version}},
                path.string() + " in " + layout + ", encodings " + version);
      }
    }
    // Plans that say nothing of their world tear no batches, which this family could not bear.
    if (plan.options.empty()) play_in(plan, {{"family", "ardb"}}, path.string() + " in ardb");
  }
}

}  // namespace
}  // namespace keemun
