// What an encoding answers by a shorter way is what the composed way answers, also within a unit of
// work that has changed the collection.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "keyspace/camellia/camellia_keyspace.h"
#include "keyspace/memory/companions.h"
#include "keyspace/unit/unit_of_work.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun::keyspace {
namespace {

using format::Encoding;
using types::HashStore;
using types::SetStore;

class CountingVersions final : public VersionSource {
 public:
  format::KeyVersion issue(int64_t) override { return format::KeyVersion{++last_}; }

 private:
  int64_t last_ = 0;
};

// One namespace, and a unit of work in it.
struct Scene {
  explicit Scene(const EncodingChoice& encodings) : choice(encodings) {}

  sim::SimKv kv;
  const ports::Capabilities capabilities = kv.capabilities();
  const format::KeyLayout layout{format::LayoutKind::kPlain, "a"};
  const EncodingChoice choice;
  CountingVersions versions;
  sim::SimClock clock{0};
  const RedisDoors no_redis;
  const CacheChoice memory = [] {
    CacheChoice choice_of_memory;
    choice_of_memory.local_bytes = 1 << 20;
    return choice_of_memory;
  }();
  sim::SimRandom random{1};
  const Companions companions{kv, no_redis, clock, random, memory};
};

std::set<Bytes> small_names() {
  return *rc::gen::resize(
      12, rc::gen::container<std::set<Bytes>>(rc::gen::resize(
              2, rc::gen::container<Bytes>(rc::gen::element('\0', 'a', static_cast<char>(0xff))))));
}

std::vector<BytesView> views_of(const std::set<Bytes>& names) {
  return {names.begin(), names.end()};
}

std::vector<Bytes> names_of(const std::vector<types::Field>& fields) {
  std::vector<Bytes> names;
  for (const types::Field& field : fields) names.push_back(field.field);
  return names;
}

// What is known of ranks is true; of few names it is always known by a store that can say it.
void check_at(const std::optional<std::vector<Bytes>>& found, std::span<const uint64_t> ranks,
              const std::vector<Bytes>& names) {
  if (!found) return;
  RC_ASSERT(found->size() == ranks.size());
  for (size_t i = 0; i < ranks.size(); ++i) RC_ASSERT((*found)[i] == names[ranks[i]]);
}

std::vector<uint64_t> any_ranks_below(size_t size) {
  if (size == 0) return {};
  auto ranks = *rc::gen::container<std::vector<uint64_t>>(rc::gen::inRange<uint64_t>(0, size));
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

void check(HashStore& hash, const std::set<Bytes>& expected) {
  const std::vector<Bytes> names(expected.begin(), expected.end());
  RC_ASSERT(names_of(hash.load_all()) == names);
  RC_ASSERT(names_of(hash.HashStore::load_all()) == names);
  RC_ASSERT(hash.last_name() == hash.HashStore::last_name());
  RC_ASSERT(hash.size() == static_cast<int64_t>(names.size()));
  RC_ASSERT(hash.size_if_known().value_or(hash.size()) == hash.size());
  const Bytes after =
      *rc::gen::container<Bytes>(rc::gen::element('\0', 'a', static_cast<char>(0xff)));
  RC_ASSERT(hash.scan_names(after, 3) == hash.HashStore::scan_names(after, 3));
  RC_ASSERT(hash.scan_names(std::nullopt, 3) == hash.HashStore::scan_names(std::nullopt, 3));
  const std::vector<uint64_t> ranks = any_ranks_below(names.size());
  if (!ranks.empty()) check_at(hash.names_at(ranks), ranks, names);
  if (!ranks.empty() && hash.size_if_known()) RC_ASSERT(hash.names_at(ranks).has_value());
}

void check(SetStore& set, const std::set<Bytes>& expected) {
  const std::vector<Bytes> members(expected.begin(), expected.end());
  RC_ASSERT(set.load_all() == members);
  RC_ASSERT(set.SetStore::load_all() == members);
  RC_ASSERT(set.last() == set.SetStore::last());
  RC_ASSERT(set.size() == static_cast<int64_t>(members.size()));
  RC_ASSERT(set.size_if_known().value_or(set.size()) == set.size());
  const std::vector<uint64_t> ranks = any_ranks_below(members.size());
  if (!ranks.empty()) check_at(set.members_at(ranks), ranks, members);
  if (!ranks.empty() && set.size_if_known()) RC_ASSERT(set.members_at(ranks).has_value());
}

RC_GTEST_PROP(Overrides, OfHashesEqualTheirDefaults, ()) {
  Scene scene({.hash = *rc::gen::element(Encoding::kHashCounted, Encoding::kHashBlind)});
  std::set<Bytes> expected;
  for (int i = 0; i < 4; ++i) {
    UnitOfWork unit(scene.companions.store(), scene.capabilities, 0);
    CamelliaKeyspace keys(unit, scene.layout, scene.choice, scene.versions, scene.companions);
    const auto hash = keys.hash("key", Create::kYes);
    check(*hash, expected);
    const std::set<Bytes> come = small_names();
    std::vector<types::FieldView> fields;
    for (const Bytes& name : come) fields.push_back({name, "v"});
    if (!fields.empty()) hash->put(fields);
    expected.insert(come.begin(), come.end());
    check(*hash, expected);
    std::set<Bytes> go = small_names();
    if (!expected.empty()) go.insert(*expected.begin());
    // The store of a key that has gone is not asked again.
    if (go.size() < expected.size()) {
      hash->erase(views_of(go));
      for (const Bytes& name : go) expected.erase(name);
      if (!expected.empty()) check(*hash, expected);
    }
    unit.commit();
  }
}

// Between the rows that a commit writes, what was known of the range stays known.
TEST(Overrides, NamesAreKnownWhereRowsWereWrittenHereAndThere) {
  constexpr size_t kNames = 16;
  Scene scene({.hash = Encoding::kHashCounted});
  std::vector<uint64_t> ranks;
  std::vector<Bytes> names;
  for (size_t i = 0; i < kNames; ++i) {
    ranks.push_back(i);
    names.push_back(Bytes(1, static_cast<char>('a' + i)));
  }
  const auto with_hash = [&scene](const auto& act) {
    UnitOfWork unit(scene.companions.store(), scene.capabilities, 0);
    CamelliaKeyspace keys(unit, scene.layout, scene.choice, scene.versions, scene.companions);
    act(*keys.hash("key", Create::kYes));
    unit.commit();
  };
  const auto put = [](HashStore& hash, BytesView name) {
    hash.put(std::vector<types::FieldView>{{name, "v"}});
  };
  with_hash([&](HashStore& hash) {
    for (const Bytes& name : names) put(hash, name);
    EXPECT_EQ(hash.names_at(ranks), names);
  });
  with_hash([&](HashStore& hash) { EXPECT_EQ(hash.names_at(ranks), names); });
}

RC_GTEST_PROP(Overrides, OfPuttingAKnownFieldEqualsTheDefault, ()) {
  const EncodingChoice choice = {
      .hash = *rc::gen::element(Encoding::kHashCounted, Encoding::kHashBlind)};
  Scene shorter(choice);
  Scene composed(choice);
  const std::vector<Bytes> names = *rc::gen::container<std::vector<Bytes>>(
      rc::gen::element<Bytes>("", "a", "b", Bytes(1, '\0')));
  for (Scene* scene : {&shorter, &composed}) {
    UnitOfWork unit(scene->companions.store(), scene->capabilities, 0);
    CamelliaKeyspace keys(unit, scene->layout, scene->choice, scene->versions, scene->companions);
    const auto hash = keys.hash("key", Create::kYes);
    for (size_t i = 0; i < names.size(); ++i) {
      const Bytes value = std::to_string(i);
      const types::FieldView field = {names[i], value};
      const int64_t added = hash->get(names[i]) ? 0 : 1;
      scene == &composed ? hash->HashStore::put_known({&field, 1}, added)
                         : hash->put_known({&field, 1}, added);
    }
    check(*hash, {names.begin(), names.end()});
    unit.commit();
  }
  RC_ASSERT(shorter.kv.rows() == composed.kv.rows());
}

RC_GTEST_PROP(Overrides, OfSetsEqualTheirDefaults, ()) {
  const EncodingChoice choice = {.set =
                                     *rc::gen::element(Encoding::kSetCounted, Encoding::kSetBlind)};
  Scene shorter(choice);
  Scene composed(choice);
  const std::set<Bytes> come = small_names();
  std::set<Bytes> go = small_names();
  std::erase_if(go, [&](const Bytes& name) { return !come.contains(name); });
  for (Scene* scene : {&shorter, &composed}) {
    UnitOfWork unit(scene->companions.store(), scene->capabilities, 0);
    CamelliaKeyspace keys(unit, scene->layout, scene->choice, scene->versions, scene->companions);
    const auto set = keys.set("key", Create::kYes);
    const bool is_composed = scene == &composed;
    if (!come.empty()) {
      is_composed ? set->SetStore::add_new(views_of(come)) : set->add_new(views_of(come));
    }
    check(*set, come);
    if (!go.empty() && go.size() < come.size()) {
      is_composed ? set->SetStore::remove_present(views_of(go)) : set->remove_present(views_of(go));
    }
    unit.commit();
  }
  RC_ASSERT(shorter.kv.rows() == composed.kv.rows());
}

}  // namespace
}  // namespace keemun::keyspace
