#include "server/deferring_store.h"

namespace keemun::server {

void ColdRead::ask(ports::KvStore& store) const {
  if (!page_) {
    store.multi_get(keys_);
    return;
  }
  ports::ScanRequest page = *page_;
  page.begin = begin_;
  page.end = end_;
  page.mark.bytes = mark_;
  store.scan(page);
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
