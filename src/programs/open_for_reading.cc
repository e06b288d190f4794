#include "open_for_reading.h"

namespace keemun::programs {

std::unique_ptr<rocks::RocksStore> open_for_reading(const std::string& dir) {
  rocks::RocksOptions options;
  options.dir = dir;
  options.is_read_only = true;
  return std::make_unique<rocks::RocksStore>(options);
}

}  // namespace keemun::programs
