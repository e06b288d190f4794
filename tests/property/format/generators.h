// Draws for the laws of format: short byte strings over few letters, so that prefixes and equal
// parts are common, and numbers at the edges as often as between them.
#pragma once

#include <rapidcheck.h>

#include "format/key_layout.h"

namespace keemun::format {

Bytes draw_bytes();
Bytes draw_long_bytes();  // any byte, up to the size factor
// A row that is right but for a cut, a changed byte or a grown tail; sometimes not even that.
Bytes draw_damaged(Bytes row);
KeyLayout draw_layout();
KeyVersion draw_version();
double draw_score();  // every double but NaN
int64_t draw_int64();

}  // namespace keemun::format
