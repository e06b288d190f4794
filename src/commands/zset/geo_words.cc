#include "commands/zset/geo_words.h"

#include <cmath>
#include <utility>

#include "base/number_text.h"

namespace keemun::commands {

types::Place parse_place(const Call& call, size_t index) {
  const double longitude = call.number(index);
  const types::Place place = {longitude, call.number(index + 1)};
  if (!is_on_map(place)) {
    throw_error("ERR invalid longitude,latitude pair " + format_six_decimals(place.longitude) +
                "," + format_six_decimals(place.latitude));
  }
  return place;
}

double parse_unit(const Call& call, size_t index) {
  constexpr std::pair<BytesView, double> kUnits[] = {
      {"m", 1}, {"km", 1000}, {"ft", 0.3048}, {"mi", 1609.34}};
  for (const auto& [name, meters] : kUnits) {
    if (call.is_word(index, name)) return meters;
  }
  throw_error("ERR unsupported unit provided. please use M, KM, FT, MI");
}

Reply place_reply(const types::Place& place) {
  return Reply::array({Reply::number_written(format_human(place.longitude)),
                       Reply::number_written(format_human(place.latitude))});
}

// Rounded in binary, as Redis does it: printf would round the decimal number.
Reply distance_reply(double distance) {
  constexpr int64_t kParts = 10'000;
  const auto parts = static_cast<int64_t>(std::llrint(distance * static_cast<double>(kParts)));
  // A one before the decimals keeps their zeros.
  const Bytes decimals = format_int64(kParts + parts % kParts);
  return Reply::bulk(format_int64(parts / kParts) + "." + decimals.substr(1));
}

}  // namespace keemun::commands
