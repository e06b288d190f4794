// Who knows what a server should have answered.
#pragma once

#include <cstddef>
#include <map>

#include "inexact/lenient_model.h"
#include "model/model.h"
#include "verify/target.h"

namespace keemun::verify {

using model::Judgement;

// One oracle follows one server through one plan: where Redis leaves an answer open it takes the
// server's choice over and judges what follows by it.
class Oracle {
 public:
  virtual ~Oracle() = default;
  virtual Judgement judge(size_t client, const Args& args, int64_t now_ms,
                          const Reply& observed) = 0;
  // From now on times may differ so far.
  virtual void set_clock_slack(int64_t ms) = 0;
};

// Where nobody knows what a server's clock says.
inline constexpr int64_t kClockSlackMaxMs = 60'000;

class ModelOracle : public Oracle {
 public:
  // What is known of the server.
  struct Options {
    inexact::Blindness blind = {};  // it keeps some collections in encodings that do not read
    bool has_names = false;         // its databases may have names
    int protocol = 2;
  };

  ModelOracle() : ModelOracle(Options()) {}
  explicit ModelOracle(const Options& options)
      : protocol_(options.protocol),
        model_({.clock_slack_ms = kClockSlackMaxMs, .has_names = options.has_names},
               options.blind) {}

  Judgement judge(size_t number, const Args& args, int64_t now_ms, const Reply& observed) override {
    return model_.judge(client(number), args, now_ms, observed);
  }
  void set_clock_slack(int64_t ms) override { model_.model().set_clock_slack(ms); }

 protected:
  model::Model& model() { return model_.model(); }
  model::Client& client(size_t number) {
    model::Client& its_client = clients_[number];
    its_client.protocol = protocol_;
    return its_client;
  }

 private:
  const int protocol_;
  inexact::LenientModel model_;
  std::map<size_t, model::Client> clients_;
};

}  // namespace keemun::verify
