// What a request parser makes of a stream, as one value that tests can compare: the requests, then
// the error if there was one.
#pragma once

#include <string>
#include <vector>

#include "resp/request_parser.h"

namespace keemun::resp {

struct RequestTranscript {
  std::vector<std::vector<Bytes>> requests;
  Bytes error;

  friend bool operator==(const RequestTranscript&, const RequestTranscript&) = default;

  // Takes what the parser can give now.
  void drain(RequestParser& parser) {
    RequestParser::Status status = parser.next();
    for (; status == RequestParser::Status::kRequest; status = parser.next()) {
      requests.emplace_back(parser.arguments().begin(), parser.arguments().end());
    }
    if (status == RequestParser::Status::kError) error = parser.error();
  }
};

inline RequestTranscript parse_whole(BytesView stream, const RequestLimits& limits = {}) {
  RequestParser parser(limits);
  RequestTranscript transcript;
  parser.feed(stream);
  transcript.drain(parser);
  return transcript;
}

}  // namespace keemun::resp
