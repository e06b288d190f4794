// Splits a line as Redis splits inline commands: blanks separate, "..." knows \n \r \t \b \a \xHH
// and takes any other escaped byte as itself, '...' knows only \', and a quote may open in the
// middle of an argument: a"b c" is one argument. A closing quote must end its argument.
#pragma once

#include <optional>
#include <vector>

#include "base/bytes.h"

namespace keemun::resp {

// Nothing if a quote is left open or something follows its end. NUL is a byte as any other.
std::optional<std::vector<Bytes>> split_arguments(BytesView line);

// The other way round: one argument in quotation marks, as redis-cli shows it.
Bytes quoted(BytesView argument);
// A line of words between single blanks, those in quotation marks that `must_be` names.
Bytes quoted_where(BytesView line, bool (*must_be)(BytesView word));

}  // namespace keemun::resp
