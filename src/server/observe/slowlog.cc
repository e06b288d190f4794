#include "server/observe/slowlog.h"

#include "base/number_text.h"

namespace keemun::server {

namespace {

constexpr size_t kArgumentsMax = 32;
constexpr size_t kArgumentBytesMax = 128;

Bytes shortened(BytesView argument) {
  if (argument.size() <= kArgumentBytesMax) return Bytes(argument);
  return Bytes(argument.substr(0, kArgumentBytesMax)) + "... (" +
         format_int64(static_cast<int64_t>(argument.size() - kArgumentBytesMax)) + " more bytes)";
}

}  // namespace

void Slowlog::add(Entry entry, std::span<const BytesView> args, size_t entries_max) {
  entry.id = next_id_++;
  const bool are_all = args.size() <= kArgumentsMax;
  for (const BytesView argument : args.first(are_all ? args.size() : kArgumentsMax - 1)) {
    entry.args.push_back(shortened(argument));
  }
  if (!are_all) {
    const auto left = static_cast<int64_t>(args.size() - kArgumentsMax + 1);
    entry.args.push_back("... (" + format_int64(left) + " more arguments)");
  }
  entries_.push_front(std::move(entry));
  if (entries_.size() > entries_max) entries_.resize(entries_max);
}

}  // namespace keemun::server
