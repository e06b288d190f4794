// A client at a model, as in redis-cli: run() answers a reply, show() the text that redis-cli would
// print. judge() says what the model makes of somebody else's answer. The clock stands still until
// a test moves it.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "model/model.h"
#include "resp/reply.h"

namespace keemun::model {

class Session : public testing::Test {
 protected:
  Reply run(const Args& args) { return model_.execute(client_, args, now_ms_); }
  Bytes show(const Args& args) { return to_transcript(run(args)); }
  bool judge(const Args& args, const Reply& observed) {
    return model_.judge(client_, args, now_ms_, observed).same;
  }
  // Whether a transaction of another client that watches `key` fails because of this command.
  bool touches(const Bytes& key, const Args& args) {
    Client watcher;
    model_.execute(watcher, Args{"watch", key}, now_ms_);
    run(args);
    model_.execute(watcher, Args{"multi"}, now_ms_);
    return model_.execute(watcher, Args{"exec"}, now_ms_).is_null();
  }
  // A key of the wrong type for whatever is tested.
  void hold_string(const Bytes& key) { model_.databases()[0].put(key, String("x")); }

  Model model_;
  Client client_;
  int64_t now_ms_ = 1'000'000;
};

inline Reply integer(int64_t value) {
  return Reply::integer(value);
}
inline Reply bulks(const std::vector<Bytes>& texts) {
  Reply::Items items;
  for (const Bytes& text : texts) items.push_back(Reply::bulk(text));
  return Reply::array(std::move(items));
}

constexpr BytesView kWrongType =
    "(error) WRONGTYPE Operation against a key holding the wrong kind of value";

}  // namespace keemun::model
