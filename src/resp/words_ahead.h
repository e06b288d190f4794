// A look at requests that have come and are parsed later: the word behind the name of each, which
// mostly is a key. Who knows it before can prepare for it; what does not look like a plain request
// ends the look, and whether it is one only the parser tells.
#pragma once

#include <boost/container/small_vector.hpp>

#include "base/bytes.h"

namespace keemun::resp {

inline constexpr int kRequestsAhead = 16;
using WordsAhead = boost::container::small_vector<BytesView, kRequestsAhead>;

// Longer words are texts, as scripts are, more often than keys, and are passed over.
inline constexpr size_t kWordAheadBytesMax = 256;

// Of so many requests at most, in their order, and of several in a row with the same word once. The
// views point into `unread`, which begins with a request.
WordsAhead words_ahead(BytesView unread);

}  // namespace keemun::resp
