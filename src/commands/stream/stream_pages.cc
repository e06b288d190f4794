#include "commands/stream/stream_pages.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace keemun::commands {

using types::StreamStore;

namespace {

constexpr size_t kPageRows = 256;

// `page_of` answers what stands in a range of ids.
template <typename PageOf, typename Visit>
void visit_by_id(PageOf page_of, const Visit& visit) {
  for (std::optional<StreamId> next = StreamId(); next;) {
    const auto page = page_of({.first = *next, .entries_max = kPageRows});
    for (const auto& one : page) visit(one);
    next = page.size() < kPageRows ? std::nullopt : page.back().id.next();
  }
}

// `page_of` answers up to so many behind a name.
template <typename PageOf, typename Visit>
void visit_by_name(PageOf page_of, const Visit& visit) {
  std::optional<Bytes> after;
  do {
    auto page = page_of(after, kPageRows);
    for (const auto& one : page) visit(one);
    after = page.size() < kPageRows ? std::nullopt : std::optional(std::move(page.back().name));
  } while (after);
}

}  // namespace

void visit_entries(StreamStore& stream,
                   const std::function<void(const types::StreamEntry&)>& visit) {
  visit_by_id([&](const types::StreamRange& range) { return stream.entries(range); }, visit);
}

void visit_groups(StreamStore& stream, const std::function<void(const types::NamedGroup&)>& visit) {
  visit_by_name(
      [&](const std::optional<Bytes>& after, size_t max) { return stream.groups(after, max); },
      visit);
}

void visit_consumers(StreamStore& stream, BytesView group,
                     const std::function<void(const types::NamedConsumer&)>& visit) {
  visit_by_name([&](const std::optional<Bytes>& after,
                    size_t max) { return stream.consumers(group, after, max); },
                visit);
}

void visit_pending(StreamStore& stream, BytesView group,
                   const std::function<void(const types::PendingEntry&)>& visit) {
  visit_by_id([&](const types::StreamRange& range) { return stream.pending(group, range); }, visit);
}

}  // namespace keemun::commands
