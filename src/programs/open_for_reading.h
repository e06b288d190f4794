// A directory of the embedded store, opened so that no file in it changes.
#pragma once

#include <memory>
#include <string>

#include "rocks/rocks_store.h"

namespace keemun::programs {

// Throws StoreError: it is no store's, somebody serves it, it is damaged.
std::unique_ptr<rocks::RocksStore> open_for_reading(const std::string& dir);

}  // namespace keemun::programs
