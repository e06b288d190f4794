#include "hidden_words.h"

#include <algorithm>

#include "base/bytes.h"
#include "server/config/options.h"

namespace keemun::programs {

namespace {

constexpr char kHidden = '*';

// Of `keemun verify`.
constexpr BytesView kPasswordOption = "password";

// scheme://user:password@host
void hide_password_of_url(char* word) {
  const BytesView url(word);
  const size_t scheme_end = url.find("://");
  const size_t host = url.rfind('@');
  if (scheme_end == BytesView::npos || host == BytesView::npos) return;
  const size_t colon = url.find(':', scheme_end + 3);
  if (colon < host) std::fill(word + colon + 1, word + host, kHidden);
}

}  // namespace

void hide_secret_words(int argc, char** argv) {
  bool is_secret = false;
  for (int i = 1; i < argc; ++i) {
    const BytesView word(argv[i]);
    size_t shown = 0;
    if (word.starts_with("--")) {
      const size_t name_end = std::min(word.find_first_of(" ="), word.size());
      const BytesView name = word.substr(2, name_end - 2);
      is_secret = name == kPasswordOption || server::is_secret_option(name);
      shown = std::min(name_end + 1, word.size());
    }
    if (is_secret) std::fill(argv[i] + shown, argv[i] + word.size(), kHidden);
    hide_password_of_url(argv[i]);
  }
}

}  // namespace keemun::programs
