#include "hidden_words.h"

#include <algorithm>

#include "base/bytes.h"
#include "server/config/options.h"

namespace keemun::programs {

void hide_secret_words(int argc, char** argv) {
  constexpr char kHidden = '*';
  bool is_secret = false;
  for (int i = 1; i < argc; ++i) {
    const BytesView word(argv[i]);
    size_t shown = 0;
    if (word.starts_with("--")) {
      const size_t name_end = std::min(word.find_first_of(" ="), word.size());
      is_secret = server::is_secret_option(word.substr(2, name_end - 2));
      shown = std::min(name_end + 1, word.size());
    }
    if (is_secret) std::fill(argv[i] + shown, argv[i] + word.size(), kHidden);
  }
}

}  // namespace keemun::programs
