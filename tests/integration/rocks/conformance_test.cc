// The embedded store is a store.
#include <memory>

#include "kv_store_conformance.h"
#include "rocks/rocks_store.h"
#include "support/temporary_directory.h"

namespace keemun {
namespace {

class OnDisk : public StoreSubject {
 public:
  OnDisk() {
    options_.dir = directory_ / "store";
    options_.key_bytes_max = 100'000;
    options_.value_bytes_max = 4 << 20;
    options_.batch_bytes_max = 12 << 20;
    settle();
  }

  ports::KvStore& store() override { return *store_; }
  // Closes it and opens it again.
  void settle() override {
    store_.reset();
    store_ = std::make_unique<rocks::RocksStore>(options_);
  }
  bool refuses_too_large() const override { return true; }

 private:
  TemporaryDirectory directory_;
  rocks::RocksOptions options_;
  std::unique_ptr<rocks::RocksStore> store_;
};

INSTANTIATE_TEST_SUITE_P(Rocks, KvStoreConformance, testing::Values(subject<OnDisk>("OnDisk")),
                         subject_name);

}  // namespace
}  // namespace keemun
