// Places: members of sorted sets whose scores hold a longitude and a latitude. What the commands
// read and answer; how the world is measured and searched stands in geo_world.cc.
#include <cmath>
#include <optional>
#include <vector>

#include "model/call.h"
#include "model/geo_world.h"
#include "model/scored.h"

namespace keemun::model {

namespace {

Place parse_place(const Call& call, size_t at) {
  const double longitude = call.number(at);
  const double latitude = call.number(at + 1);
  const bool fits = longitude >= -180 && longitude <= 180 && latitude >= -kHighestLatitude &&
                    latitude <= kHighestLatitude;
  if (!fits) {
    throw CommandError("ERR invalid longitude,latitude pair " + format_six_decimals(longitude) +
                       "," + format_six_decimals(latitude));
  }
  return {longitude, latitude};
}

double parse_unit(const Call& call, size_t at) {
  if (call.is_word(at, "m")) return 1;
  if (call.is_word(at, "km")) return 1000;
  if (call.is_word(at, "ft")) return 0.3048;
  if (call.is_word(at, "mi")) return 1609.34;
  throw CommandError("ERR unsupported unit provided. please use M, KM, FT, MI");
}

double parse_length(const Call& call, size_t at, BytesView what) {
  const auto length = parse_double(call.arg(at));
  if (!length) throw CommandError("ERR need numeric " + Bytes(what));
  return *length;
}

Reply distance_reply(double distance) {
  Bytes digits = format_int64(std::llrint(distance * 10000));
  while (digits.size() < 5) digits.insert(digits.begin(), '0');
  digits.insert(digits.end() - 4, '.');
  return Reply::bulk(std::move(digits));
}

Reply place_reply(const Place& place) {
  return Reply::array({Reply::number_written(format_human(place.longitude)),
                       Reply::number_written(format_human(place.latitude))});
}

// GEOADD key [NX|XX] [CH] longitude latitude member [longitude latitude member ...]
Reply geoadd(Call& call) {
  bool only_new = false;
  bool only_existing = false;
  bool counts_changes = false;
  size_t at = 2;
  for (; at < call.size(); ++at) {
    if (call.is_word(at, "nx")) {
      only_new = true;
    } else if (call.is_word(at, "xx")) {
      only_existing = true;
    } else if (call.is_word(at, "ch")) {
      counts_changes = true;
    } else {
      break;
    }
  }
  const bool whole = call.size() > at && (call.size() - at) % 3 == 0;
  if (!whole || (only_new && only_existing)) Call::throw_syntax_error();
  std::vector<std::pair<const Bytes*, double>> added;
  for (; at < call.size(); at += 3) {
    added.emplace_back(&call.arg(at + 2), score_at(parse_place(call, at)));
  }
  int64_t count = 0;
  bool changed = false;
  const ZSet* there = call.find<ZSet>(call.arg(1));
  if (there == nullptr && only_existing) return Reply::integer(0);
  ZSet& zset = call.find_or_create<ZSet>(call.arg(1));
  for (const auto& [member, score] : added) {
    const auto old = zset.score(*member);
    if (old ? only_new || *old == score : only_existing) continue;
    put_score(zset, *member, score);
    changed = true;
    if (!old || counts_changes) ++count;
  }
  if (changed) call.changed(call.arg(1));
  return Reply::integer(count);
}

// GEODIST key member1 member2 [M|KM|FT|MI]
Reply geodist(Call& call) {
  if (call.size() > 5) Call::throw_syntax_error();
  const double unit = call.size() == 5 ? parse_unit(call, 4) : 1;
  const ZSet* zset = call.find<ZSet>(call.arg(1));
  if (zset == nullptr) return Reply::null();
  const auto from = zset->score(call.arg(2));
  const auto to = zset->score(call.arg(3));
  if (!from || !to) return Reply::null();
  return distance_reply(distance(place_at(*from), place_at(*to)) / unit);
}

// What `show` makes of the places of the members that are named; `missing` for one that is not
// there.
Reply for_each_member(const Call& call, const Reply& missing, Reply (*show)(const Place&)) {
  const ZSet* zset = call.find<ZSet>(call.arg(1));
  Reply::Items items;
  for (size_t i = 2; i < call.size(); ++i) {
    const auto score = zset == nullptr ? std::nullopt : zset->score(call.arg(i));
    items.push_back(score ? show(place_at(*score)) : missing);
  }
  return Reply::array(std::move(items));
}

// GEOHASH key [member ...]
Reply geohash(Call& call) {
  return for_each_member(call, Reply::null(),
                         [](const Place& place) { return Reply::bulk(letters_of(place)); });
}

// GEOPOS key [member ...]
Reply geopos(Call& call) {
  return for_each_member(call, Reply::null_array(), place_reply);
}

// The searches: what the old ones, GEORADIUS…, and the new ones, GEOSEARCH…, have in common.
struct Search {
  const ZSet* zset = nullptr;  // of the source
  bool is_new = false;
  bool may_store = false;
  std::optional<Bytes> target;
  bool stores_distances = false;

  Region region;
  enum class Given : uint8_t { kNothing, kFirst, kSecond };
  Given center = Given::kNothing;  // FROMMEMBER, FROMLONLAT
  Given shape = Given::kNothing;   // BYRADIUS, BYBOX

  bool with_distance = false;
  bool with_hash = false;
  bool with_place = false;
  int order = 0;  // 1: the nearest first, -1: the farthest
  size_t count = 0;
  bool any = false;
};

void read_circle(const Call& call, size_t at, Search& search) {
  search.region.is_box = false;
  search.region.radius = parse_length(call, at, "radius");
  if (search.region.radius < 0) throw CommandError("ERR radius cannot be negative");
  search.region.unit = parse_unit(call, at + 1);
}

void read_box(const Call& call, size_t at, Search& search) {
  search.region.is_box = true;
  search.region.width = parse_length(call, at, "width");
  search.region.height = parse_length(call, at + 1, "height");
  if (search.region.width < 0 || search.region.height < 0) {
    throw CommandError("ERR height or width cannot be negative");
  }
  search.region.unit = parse_unit(call, at + 2);
}

void read_member(const Call& call, size_t at, Search& search) {
  if (search.zset == nullptr) return;
  const auto score = search.zset->score(call.arg(at));
  if (!score) throw CommandError("ERR could not decode requested zset member");
  search.region.center = place_at(*score);
}

// How many words the option at `at` has, itself included; 0 where it is none.
size_t read_new_option(const Call& call, size_t at, Search& search) {
  using Given = Search::Given;
  const size_t behind = call.size() - at - 1;
  if (call.is_word(at, "storedist") && search.target) {
    search.stores_distances = true;
    return 1;
  }
  if (call.is_word(at, "frommember") && behind >= 1 && search.center != Given::kSecond) {
    read_member(call, at + 1, search);
    search.center = Given::kFirst;
    return 2;
  }
  if (call.is_word(at, "fromlonlat") && behind >= 2 && search.center != Given::kFirst) {
    search.region.center = parse_place(call, at + 1);
    search.center = Given::kSecond;
    return 3;
  }
  if (call.is_word(at, "byradius") && behind >= 2 && search.shape != Given::kSecond) {
    read_circle(call, at + 1, search);
    search.shape = Given::kFirst;
    return 3;
  }
  if (call.is_word(at, "bybox") && behind >= 3 && search.shape != Given::kFirst) {
    read_box(call, at + 1, search);
    search.shape = Given::kSecond;
    return 4;
  }
  return 0;
}

size_t read_old_option(const Call& call, size_t at, Search& search) {
  const bool by_distance = call.is_word(at, "storedist");
  const bool stores = by_distance || call.is_word(at, "store");
  if (!stores || !search.may_store || at + 1 == call.size()) return 0;
  search.target = call.arg(at + 1);
  search.stores_distances = by_distance;
  return 2;
}

size_t read_option(const Call& call, size_t at, Search& search) {
  if (call.is_word(at, "withdist")) {
    search.with_distance = true;
  } else if (call.is_word(at, "withhash")) {
    search.with_hash = true;
  } else if (call.is_word(at, "withcoord")) {
    search.with_place = true;
  } else if (call.is_word(at, "any")) {
    search.any = true;
  } else if (call.is_word(at, "asc")) {
    search.order = 1;
  } else if (call.is_word(at, "desc")) {
    search.order = -1;
  } else if (call.is_word(at, "count") && at + 1 < call.size()) {
    const int64_t count = call.integer(at + 1);
    if (count < 1) throw CommandError("ERR COUNT must be > 0");
    search.count = static_cast<size_t>(count);
    return 2;
  } else {
    return search.is_new ? read_new_option(call, at, search) : read_old_option(call, at, search);
  }
  return 1;
}

void read_options(const Call& call, size_t at, Search& search) {
  while (at < call.size()) {
    const size_t words = read_option(call, at, search);
    if (words == 0) Call::throw_syntax_error();
    at += words;
  }
  if (search.target && (search.with_distance || search.with_hash || search.with_place)) {
    throw CommandError(
        Bytes(search.is_new ? "ERR GEOSEARCHSTORE" : "ERR STORE option in GEORADIUS") +
        " is not compatible with WITHDIST, WITHHASH and WITHCOORD options");
  }
  if (search.is_new && search.center == Search::Given::kNothing) {
    throw CommandError("ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for " +
                       call.arg(0));
  }
  if (search.is_new && search.shape == Search::Given::kNothing) {
    throw CommandError("ERR exactly one of BYRADIUS and BYBOX can be specified for " + call.arg(0));
  }
  if (search.any && search.count == 0) {
    throw CommandError("ERR the ANY argument requires COUNT argument");
  }
}

std::vector<Find> finds_of(const Search& search) {
  if (search.zset == nullptr) return {};
  std::vector<Find> finds = search_region(all_members(search.zset), search.region);
  const bool cut = search.count != 0 && search.count < finds.size();
  int order = search.order;
  if (search.any) {
    if (cut) finds.resize(search.count);
  } else if (search.count != 0 && order == 0) {
    order = 1;
  }
  if (order != 0) {
    sort_finds(finds, order > 0, cut && !search.any ? search.count : finds.size());
  }
  if (cut) finds.resize(search.count);
  return finds;
}

Reply answer(const Call& call, const Search& search) {
  const double unit = search.region.unit;
  const std::vector<Find> finds = finds_of(search);
  if (search.target) {
    ScoredMembers members;
    for (const Find& find : finds) {
      members.emplace_back(search.stores_distances ? find.distance / unit : find.score,
                           find.member);
    }
    return store(call, *search.target, members);
  }
  Reply::Items items;
  for (const Find& find : finds) {
    Reply::Items item = {Reply::bulk(find.member)};
    if (search.with_distance) item.push_back(distance_reply(find.distance / unit));
    if (search.with_hash) item.push_back(Reply::integer(static_cast<int64_t>(find.score)));
    if (search.with_place) item.push_back(place_reply(find.place));
    items.push_back(item.size() == 1 ? item[0] : Reply::array(item));
  }
  return Reply::array(std::move(items));
}

// GEOSEARCH key FROMMEMBER member|FROMLONLAT longitude latitude BYRADIUS radius unit|BYBOX width
// height unit [ASC|DESC] [COUNT count [ANY]] [WITHCOORD] [WITHDIST] [WITHHASH]
Reply geosearch(Call& call) {
  Search search;
  search.zset = call.find<ZSet>(call.arg(1));
  search.is_new = true;
  read_options(call, 2, search);
  return answer(call, search);
}

// GEOSEARCHSTORE destination source ... [STOREDIST]
Reply geosearchstore(Call& call) {
  Search search;
  search.zset = call.find<ZSet>(call.arg(2));
  search.is_new = true;
  search.target = call.arg(1);
  read_options(call, 3, search);
  return answer(call, search);
}

Reply around_place(const Call& call, bool may_store) {
  Search search;
  search.zset = call.find<ZSet>(call.arg(1));
  search.may_store = may_store;
  search.region.center = parse_place(call, 2);
  read_circle(call, 4, search);
  read_options(call, 6, search);
  return answer(call, search);
}

Reply around_member(const Call& call, bool may_store) {
  Search search;
  search.zset = call.find<ZSet>(call.arg(1));
  search.may_store = may_store;
  if (search.zset != nullptr) {  // otherwise any radius will do
    read_member(call, 2, search);
    read_circle(call, 3, search);
  }
  read_options(call, 5, search);
  return answer(call, search);
}

constexpr Command kCommands[] = {
    {"geoadd", -5, geoadd},
    {"geodist", -4, geodist},
    {"geohash", -2, geohash},
    {"geopos", -2, geopos},
    {"geosearch", -7, geosearch},
    {"geosearchstore", -8, geosearchstore},
    // GEORADIUS key longitude latitude radius unit ... [STORE key] [STOREDIST key]
    {"georadius", -6, [](Call& call) { return around_place(call, true); }},
    {"georadius_ro", -6, [](Call& call) { return around_place(call, false); }},
    // GEORADIUSBYMEMBER key member radius unit ... [STORE key] [STOREDIST key]
    {"georadiusbymember", -5, [](Call& call) { return around_member(call, true); }},
    {"georadiusbymember_ro", -5, [](Call& call) { return around_member(call, false); }},
};

}  // namespace

std::span<const Command> geo_commands() {
  return kCommands;
}

}  // namespace keemun::model
