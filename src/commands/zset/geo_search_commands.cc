#include "commands/zset/geo_search_commands.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "commands/zset/geo_words.h"
#include "commands/zset/zset_answers.h"
#include "types/geo_area.h"
#include "types/leading_sort.h"

namespace keemun::commands {

using types::GeoArea;
using types::Place;
using types::ScoredMember;
using types::ScoreRange;
using types::ZSetStore;

namespace {

enum class Order : uint8_t { kNone, kNearestFirst, kFarthestFirst };

struct Query {
  GeoArea area;
  bool has_center = false;  // GEOSEARCH: FROMMEMBER or FROMLONLAT was there
  bool has_shape = false;   // GEOSEARCH: BYRADIUS or BYBOX was
  bool is_from_member = false;

  bool has_distances = false;
  bool has_hashes = false;
  bool has_places = false;
  Order order = Order::kNone;
  size_t count = 0;  // no limit
  bool any = false;  // the first that are found will do

  std::optional<BytesView> destination;
  bool stores_distances = false;
};

// Which of the options a command knows.
enum class Dialect : uint8_t { kSearch, kSearchAndStore, kRadius, kRadiusReadOnly };

bool is_search(Dialect dialect) {
  return dialect == Dialect::kSearch || dialect == Dialect::kSearchAndStore;
}

// Parsing. The sorted set is opened first, for places of members are looked up on the way.

double parse_length(const Call& call, size_t index, BytesView text) {
  const auto length = parse_double(call.arg(index));
  if (!length) throw_error(text);
  return *length;
}

// radius M|KM|FT|MI
void parse_circle(const Call& call, size_t index, GeoArea& area) {
  area.shape = GeoArea::Shape::kCircle;
  area.radius = parse_length(call, index, "ERR need numeric radius");
  if (area.radius < 0) throw_error("ERR radius cannot be negative");
  area.meters_per_unit = parse_unit(call, index + 1);
}

// width height M|KM|FT|MI
void parse_box(const Call& call, size_t index, GeoArea& area) {
  area.shape = GeoArea::Shape::kBox;
  area.width = parse_length(call, index, "ERR need numeric width");
  area.height = parse_length(call, index + 1, "ERR need numeric height");
  if (area.width < 0 || area.height < 0) throw_error("ERR height or width cannot be negative");
  area.meters_per_unit = parse_unit(call, index + 2);
}

// Nothing is known of a place where there is no key; the answer is empty then, whatever it is.
Place place_of_member(const Call& call, size_t index, ZSetStore* zset) {
  if (zset == nullptr) return {};
  const BytesView member = call.arg(index);
  const auto score = zset->scores({&member, 1}).front();
  if (!score) throw_error("ERR could not decode requested zset member");
  return types::place_of_score(*score);
}

class OptionParser {
 public:
  OptionParser(const Call& call, Dialect dialect, ZSetStore* zset, Query& query)
      : call_(call), dialect_(dialect), zset_(zset), query_(query) {}

  void parse(size_t first) {
    for (at_ = first; at_ < call_.size(); ++at_) {
      if (!take_flag() && !take_count() && !take_store() && !take_center() && !take_shape()) {
        throw_syntax_error();
      }
    }
  }

 private:
  bool is_word(BytesView word) const { return call_.is_word(at_, word); }
  // With as many words behind it.
  bool is_word(BytesView word, size_t words_behind) const {
    return at_ + words_behind < call_.size() && is_word(word);
  }

  bool take_flag() {
    if (is_word("withdist")) return query_.has_distances = true;
    if (is_word("withhash")) return query_.has_hashes = true;
    if (is_word("withcoord")) return query_.has_places = true;
    if (is_word("any")) return query_.any = true;
    const bool is_descending = is_word("desc");
    if (!is_descending && !is_word("asc")) return false;
    query_.order = is_descending ? Order::kFarthestFirst : Order::kNearestFirst;
    return true;
  }

  bool take_count() {
    if (!is_word("count", 1)) return false;
    const int64_t count = call_.integer(++at_);
    if (count <= 0) throw_error("ERR COUNT must be > 0");
    query_.count = static_cast<size_t>(count);
    return true;
  }

  bool take_store() {
    if (dialect_ == Dialect::kSearchAndStore && is_word("storedist")) {
      return query_.stores_distances = true;
    }
    if (dialect_ != Dialect::kRadius) return false;
    const bool is_by_distance = is_word("storedist", 1);
    if (!is_by_distance && !is_word("store", 1)) return false;
    query_.destination = call_.arg(++at_);
    query_.stores_distances = is_by_distance;
    return true;
  }

  // A member may take the place of a member, and a place that of a place.
  bool take_center() {
    if (!is_search(dialect_)) return false;
    const bool has_place = query_.has_center && !query_.is_from_member;
    if (!has_place && is_word("frommember", 1)) {
      query_.area.center = place_of_member(call_, ++at_, zset_);
      return query_.has_center = query_.is_from_member = true;
    }
    if (query_.is_from_member || !is_word("fromlonlat", 2)) return false;
    query_.area.center = parse_place(call_, at_ + 1);
    at_ += 2;
    return query_.has_center = true;
  }

  bool take_shape() {
    if (!is_search(dialect_)) return false;
    if (may_be(GeoArea::Shape::kCircle) && is_word("byradius", 2)) {
      parse_circle(call_, at_ + 1, query_.area);
      at_ += 2;
      return query_.has_shape = true;
    }
    if (may_be(GeoArea::Shape::kBox) && is_word("bybox", 3)) {
      parse_box(call_, at_ + 1, query_.area);
      at_ += 3;
      return query_.has_shape = true;
    }
    return false;
  }
  // The same shape may be said again, but not another.
  bool may_be(GeoArea::Shape shape) const {
    return !query_.has_shape || query_.area.shape == shape;
  }

  const Call& call_;
  Dialect dialect_;
  ZSetStore* zset_;
  Query& query_;
  size_t at_ = 0;
};

void check_query(const Call& call, Dialect dialect, const Query& query) {
  const Bytes name(call.arg(0));
  if (query.destination && (query.has_distances || query.has_hashes || query.has_places)) {
    const Bytes who = is_search(dialect) ? "GEOSEARCHSTORE" : "STORE option in GEORADIUS";
    throw_error("ERR " + who + " is not compatible with WITHDIST, WITHHASH and WITHCOORD options");
  }
  if (is_search(dialect) && !query.has_center) {
    throw_error("ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for " + name);
  }
  if (is_search(dialect) && !query.has_shape) {
    throw_error("ERR exactly one of BYRADIUS and BYBOX can be specified for " + name);
  }
  if (query.any && query.count == 0) throw_error("ERR the ANY argument requires COUNT argument");
}

// Searching.

struct Found {
  ScoredMember one;
  Place place;
  double distance_m = 0;
};

// Appends what lies in the area, page by page, until `found` has as many as are wanted. Answers
// whether there may be more.
bool search_range(ZSetStore& zset, ScoreRange range, const Query& query,
                  std::vector<Found>& found) {
  constexpr int64_t kPageMembers = 1024;
  types::Window window = {0, kPageMembers};
  for (;;) {
    ScoredMembers page = zset.range_by_score(range, false, window);
    const bool is_last = static_cast<int64_t>(page.size()) < kPageMembers;
    const double last_score = page.empty() ? 0 : page.back().score;
    const auto same_score = std::count_if(
        page.begin(), page.end(), [&](const ScoredMember& one) { return one.score == last_score; });
    for (ScoredMember& one : page) {
      const Place place = types::place_of_score(one.score);
      const auto distance = query.area.distance_m_inside(place);
      if (!distance) continue;
      found.push_back({std::move(one), place, *distance});
      if (query.any && found.size() >= query.count) return false;
    }
    if (is_last) return true;
    // The next page begins behind the members of the last score that were seen.
    window.offset = (range.low.value == last_score ? window.offset : 0) + same_score;
    range.low = {last_score, false};
  }
}

std::vector<Found> search(ZSetStore& zset, const Query& query) {
  std::vector<Found> found;
  for (const ScoreRange& range : types::ranges_to_search(query.area)) {
    if (!search_range(zset, range, query, found)) break;
  }
  Order order = query.order;
  // The nearest are meant where nothing is said.
  if (query.count != 0 && !query.any && order == Order::kNone) order = Order::kNearestFirst;
  const auto is_before = [order](const Found& a, const Found& b) {
    return order == Order::kFarthestFirst ? a.distance_m > b.distance_m
                                          : a.distance_m < b.distance_m;
  };
  const bool are_some_left_out = query.count != 0 && query.count < found.size();
  if (order != Order::kNone && are_some_left_out) {
    types::LeadingSort(found, is_before).run(query.count);
  } else if (order != Order::kNone) {
    std::stable_sort(found.begin(), found.end(), is_before);
  }
  if (are_some_left_out) found.resize(query.count);
  return found;
}

// Answering.

Reply found_reply(std::vector<Found> found, const Query& query) {
  Reply::Items items;
  for (Found& one : found) {
    Reply member = Reply::bulk(std::move(one.one.member));
    if (!query.has_distances && !query.has_hashes && !query.has_places) {
      items.push_back(std::move(member));
      continue;
    }
    Reply::Items item;
    item.push_back(std::move(member));
    if (query.has_distances) {
      item.push_back(distance_reply(one.distance_m / query.area.meters_per_unit));
    }
    if (query.has_hashes) item.push_back(Reply::integer(static_cast<int64_t>(one.one.score)));
    if (query.has_places) item.push_back(place_reply(one.place));
    items.push_back(Reply::array(std::move(item)));
  }
  return Reply::array(std::move(items));
}

Reply store_found(Call& call, std::vector<Found> found, const Query& query, BytesView event) {
  ScoredMembers members;
  for (Found& one : found) {
    if (query.stores_distances) one.one.score = one.distance_m / query.area.meters_per_unit;
    members.push_back(std::move(one.one));
  }
  return store_members(call, *query.destination, members, event);
}

// The source may be the destination too: it is closed before that is written.
Reply answer(Call& call, std::unique_ptr<ZSetStore> zset, const Query& query, BytesView event) {
  std::vector<Found> found;
  if (zset) found = search(*zset, query);
  zset.reset();
  if (query.destination) return store_found(call, std::move(found), query, event);
  return found_reply(std::move(found), query);
}

std::unique_ptr<ZSetStore> open_source(const Call& call, size_t at) {
  const keyspace::CountedLookups counted(call.keys());
  return call.keys().zset(call.arg(at), Create::kNo);
}

Reply search_command(Call& call, size_t source, Dialect dialect) {
  auto zset = open_source(call, source);
  Query query;
  if (dialect == Dialect::kSearchAndStore) query.destination = call.arg(1);
  OptionParser(call, dialect, zset.get(), query).parse(source + 1);
  check_query(call, dialect, query);
  return answer(call, std::move(zset), query, "geosearchstore");
}

Dialect radius_dialect(const Call& call) {
  return call.command.is(kWrite) ? Dialect::kRadius : Dialect::kRadiusReadOnly;
}

Reply radius_answer(Call& call, std::unique_ptr<ZSetStore> zset, Query query, size_t first_option) {
  const Dialect dialect = radius_dialect(call);
  OptionParser(call, dialect, zset.get(), query).parse(first_option);
  check_query(call, dialect, query);
  return answer(call, std::move(zset), query, "georadiusstore");
}

}  // namespace

// GEOSEARCH key FROMMEMBER member|FROMLONLAT longitude latitude
//   BYRADIUS radius unit|BYBOX width height unit [ASC|DESC] [COUNT count [ANY]]
//   [WITHCOORD] [WITHDIST] [WITHHASH]
Reply geosearch(Call& call) {
  return search_command(call, 1, Dialect::kSearch);
}

// GEOSEARCHSTORE destination source FROMMEMBER member|FROMLONLAT longitude latitude
//   BYRADIUS radius unit|BYBOX width height unit [ASC|DESC] [COUNT count [ANY]] [STOREDIST]
Reply geosearchstore(Call& call) {
  return search_command(call, 2, Dialect::kSearchAndStore);
}

// GEORADIUS key longitude latitude radius unit [WITHCOORD] [WITHDIST] [WITHHASH]
//   [COUNT count [ANY]] [ASC|DESC] [STORE key] [STOREDIST key]
Reply georadius(Call& call) {
  auto zset = open_source(call, 1);
  Query query;
  query.area.center = parse_place(call, 2);
  parse_circle(call, 4, query.area);
  return radius_answer(call, std::move(zset), query, 6);
}

// GEORADIUSBYMEMBER key member radius unit [WITHCOORD] [WITHDIST] [WITHHASH]
//   [COUNT count [ANY]] [ASC|DESC] [STORE key] [STOREDIST key]
Reply georadiusbymember(Call& call) {
  auto zset = open_source(call, 1);
  Query query;
  query.area.center = place_of_member(call, 2, zset.get());
  // Redis does not read how far it shall look where there is nothing to see.
  if (zset) parse_circle(call, 3, query.area);
  return radius_answer(call, std::move(zset), query, 5);
}

}  // namespace keemun::commands
