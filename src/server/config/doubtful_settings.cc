#include "server/config/doubtful_settings.h"

namespace keemun::server {

std::vector<Bytes> doubts_about(const Settings& settings) {
  std::vector<Bytes> doubts;
  const double caches = static_cast<double>(settings.local_cache_size) +
                        static_cast<double>(settings.block_cache_size) +
                        static_cast<double>(settings.write_buffers_total_size);
  if (settings.maxmemory > 0 && static_cast<double>(settings.maxmemory) < caches) {
    doubts.push_back(
        "maxmemory is less than local-cache-size, block-cache-size and write-buffers-total-size "
        "together: once they are full, writes are refused");
  }
  if (settings.write_buffer_size > settings.write_buffers_total_size) {
    doubts.push_back(
        "write-buffer-size is more than write-buffers-total-size: none will be filled, they are "
        "written out when they reach the latter together");
  }
  const bool says_how_camellia_keeps = settings.key_layout != "plain" || !settings.expiry_index ||
                                       settings.hash_encode_version != 0 ||
                                       settings.set_encode_version != 0 ||
                                       settings.zset_encode_version != 0;
  if (settings.encoding == "ardb" && says_how_camellia_keeps) {
    doubts.push_back(
        "key-layout, expiry-index and the encode-versions are camellia's: encoding ardb keeps keys "
        "in one way");
  }
  if (settings.open_up_to_damage) {
    doubts.push_back("open-up-to-damage is on: what stands behind a damage of the log is lost");
  }
  return doubts;
}

}  // namespace keemun::server
