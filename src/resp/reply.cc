#include "resp/reply.h"

namespace keemun::resp {

Reply Reply::number(double value) {
  Reply reply(Kind::kDouble, Bytes());
  reply.number_ = value;
  return reply;
}

}  // namespace keemun::resp
