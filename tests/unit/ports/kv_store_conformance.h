// What every KvStore must do, whatever it is made of: one suite (kv_store_conformance.cc),
// instantiated for each of them.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun {

// Owns a store that is empty at first.
class StoreSubject {
 public:
  virtual ~StoreSubject() = default;

  virtual ports::KvStore& store() = 0;
  // Whatever the store may do by itself between two calls.
  virtual void settle() {}
  // Whether it keeps to the limits that it states.
  virtual bool refuses_too_large() const { return false; }
};

struct NamedSubject {
  std::string name;
  std::unique_ptr<StoreSubject> (*make)();
};

template <typename Subject>
NamedSubject subject(std::string name) {
  return {std::move(name), [] { return std::unique_ptr<StoreSubject>(new Subject); }};
}

inline std::string subject_name(const testing::TestParamInfo<NamedSubject>& info) {
  return info.param.name;
}

class KvStoreConformance : public testing::TestWithParam<NamedSubject> {
 protected:
  using RowMap = std::map<Bytes, Bytes>;

  KvStoreConformance() : subject_(GetParam().make()) {}

  StoreSubject& subject() { return *subject_; }
  ports::KvStore& store() { return subject_->store(); }
  void put(const RowMap& rows);
  ports::ScanPage scan(BytesView begin, BytesView end, size_t rows_max, bool is_reverse = false);
  // Whether the store refuses the batch for its size and writes nothing of it.
  void expect_too_large(const ports::WriteBatch& batch);

 private:
  std::unique_ptr<StoreSubject> subject_;
};

}  // namespace keemun
