// A look at requests that have come and are parsed later: the words behind the name of each, the
// first of which mostly is a key. Who knows them before can prepare for them; what does not look
// like a plain request ends the look, and whether it is one only the parser tells.
#pragma once

#include <boost/container/small_vector.hpp>

#include "base/bytes.h"

namespace keemun::resp {

inline constexpr int kRequestsAhead = 16;
struct WordsOfRequest {
  BytesView first;
  BytesView second;  // empty where there is none, or a long one
};
using WordsAhead = boost::container::small_vector<WordsOfRequest, kRequestsAhead>;

// Longer words are texts, as scripts are, more often than keys: who begins with one is passed over.
inline constexpr size_t kWordAheadBytesMax = 256;

// Of so many requests at most, in their order. The views point into `unread`, which begins with a
// request.
WordsAhead words_ahead(BytesView unread);

}  // namespace keemun::resp
