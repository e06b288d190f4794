#include "argument_text.h"

namespace keemun {

Bytes argument_text(const commands::Argument& argument) {
  Bytes text;
  if (!argument.token.empty()) text = Bytes(argument.token) + "=";
  text += argument.name + ":" + Bytes(argument_type_name(argument.type));
  if (argument.is_optional) text += "?";
  if (argument.is_multiple) text += "*";
  if (argument.is_token_multiple) text += "+";
  if (!argument.arguments.empty()) text += "(" + arguments_text(argument.arguments) + ")";
  return text;
}

Bytes arguments_text(std::span<const commands::Argument> arguments) {
  Bytes text;
  for (const commands::Argument& argument : arguments) {
    text += (text.empty() ? "" : " ") + argument_text(argument);
  }
  return text;
}

}  // namespace keemun
