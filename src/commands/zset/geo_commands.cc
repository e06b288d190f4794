#include "commands/zset/geo_commands.h"

#include <optional>
#include <utility>
#include <vector>

#include "commands/zset/geo_words.h"
#include "commands/zset/zset_add.h"
#include "types/geohash.h"

namespace keemun::commands {

using types::AddRules;
using types::Place;
using types::ScoredView;

namespace {

struct AddOptions {
  AddRules rules;
  bool counts_changes = false;  // CH
  size_t end = 2;               // the first word that is no option
};

AddOptions parse_add_options(const Call& call) {
  AddOptions options;
  for (; options.end < call.size(); ++options.end) {
    if (call.is_word(options.end, "nx")) {
      options.rules.only_new = true;
    } else if (call.is_word(options.end, "xx")) {
      options.rules.only_existing = true;
    } else if (call.is_word(options.end, "ch")) {
      options.counts_changes = true;
    } else {
      break;
    }
  }
  return options;
}

// Of the members that the command names from its third word on; none for one that is not there.
std::vector<std::optional<Place>> places_of(Call& call) {
  const auto members = call.args.subspan(2);
  std::vector<std::optional<Place>> places(members.size());
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return places;
  const std::vector<std::optional<double>> scores = zset->scores(members);
  for (size_t i = 0; i < scores.size(); ++i) {
    if (scores[i]) places[i] = types::place_of_score(*scores[i]);
  }
  return places;
}

}  // namespace

// GEOADD key [NX|XX] [CH] longitude latitude member [longitude latitude member ...]
Reply geoadd(Call& call) {
  const AddOptions options = parse_add_options(call);
  const size_t words = call.size() - options.end;
  if (words == 0 || words % 3 != 0 || (options.rules.only_new && options.rules.only_existing)) {
    throw_syntax_error();
  }
  std::vector<ScoredView> pairs;
  for (size_t i = options.end; i < call.size(); i += 3) {
    pairs.push_back({call.arg(i + 2), types::score_of_place(parse_place(call, i))});
  }
  const AddOutcome outcome = add_members(call, options.rules, pairs, "zadd");
  return Reply::integer(outcome.added + (options.counts_changes ? outcome.updated : 0));
}

// GEODIST key member1 member2 [M|KM|FT|MI]
Reply geodist(Call& call) {
  if (call.size() > 5) throw_syntax_error();
  const double meters_per_unit = call.size() == 5 ? parse_unit(call, 4) : 1;
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return Reply::null();
  const auto scores = zset->scores(call.args.subspan(2, 2));
  if (!scores[0] || !scores[1]) return Reply::null();
  return distance_reply(
      types::distance_m(types::place_of_score(*scores[0]), types::place_of_score(*scores[1])) /
      meters_per_unit);
}

// GEOHASH key [member ...]
Reply geohash(Call& call) {
  Reply::Items items;
  for (const std::optional<Place>& place : places_of(call)) {
    items.push_back(place ? Reply::bulk(types::geohash_text(*place)) : Reply::null());
  }
  return Reply::array(std::move(items));
}

// GEOPOS key [member ...]
Reply geopos(Call& call) {
  Reply::Items items;
  for (const std::optional<Place>& place : places_of(call)) {
    items.push_back(place ? place_reply(*place) : Reply::null_array());
  }
  return Reply::array(std::move(items));
}

}  // namespace keemun::commands
