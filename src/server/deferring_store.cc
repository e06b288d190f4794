#include "server/deferring_store.h"

namespace keemun::server {

void ColdRead::ask(ports::KvStore& store, size_t pages_max) const {
  if (!page_) {
    store.multi_get(keys_);
    return;
  }
  ports::ScanRequest request = *page_;
  request.mark.bytes = mark_;
  Bytes begin = begin_;
  Bytes end = end_;
  for (size_t i = 0; i < pages_max; ++i) {
    request.begin = begin;
    request.end = end;
    const ports::ScanPage page = store.scan(request);
    if (!page.has_more || page.rows.empty()) return;
    Bytes& edge = request.is_reverse ? end : begin;
    edge = page.rows.back().key;
    if (!request.is_reverse) edge += '\0';
  }
}

std::optional<Bytes> DeferringStore::get(BytesView key) {
  if (!is_in_a_hurry_) return below_.get(key);
  if (auto value = below_.get_from_memory(key)) return std::move(*value);
  throw ColdRead(std::vector{Bytes(key)});
}

std::vector<std::optional<Bytes>> DeferringStore::multi_get(std::span<const Bytes> keys) {
  if (!is_in_a_hurry_) return below_.multi_get(keys);
  if (auto values = below_.multi_get_from_memory(keys)) return std::move(*values);
  throw ColdRead(std::vector(keys.begin(), keys.end()));
}

ports::ScanPage DeferringStore::scan(const ports::ScanRequest& request) {
  if (!is_in_a_hurry_) return below_.scan(request);
  if (auto page = below_.scan_from_memory(request)) return std::move(*page);
  throw ColdRead(request);
}

}  // namespace keemun::server
