// PFADD, PFCOUNT, PFMERGE, PFDEBUG.
#include "model/call.h"
#include "model/sketch.h"

namespace keemun::model {

namespace {

// PFADD key [element ...]
Reply pfadd(Call& call) {
  const String* text = call.find<String>(call.arg(1));
  bool has_changed = text == nullptr;
  Sketch sketch = text == nullptr ? empty_sketch() : read_sketch(*text);
  try {
    for (size_t i = 2; i < call.size(); ++i) {
      const bool is_new = add_element(sketch, call.arg(i));
      has_changed = has_changed || is_new;
    }
  } catch (const CommandError& corrupted) {
    // What stands before the element that met corrupted bytes stays; the change is not told.
    if (has_changed) call.find_or_create<String>(call.arg(1)) = sketch_text(sketch);
    return Reply::error(corrupted.text());
  }
  if (!has_changed) return Reply::integer(0);
  forget_count(sketch);
  call.find_or_create<String>(call.arg(1)) = sketch_text(sketch);
  call.changed(call.arg(1));
  return Reply::integer(1);
}

// The highest of each register among these keys; `is_dense` tells whether one of them is.
Registers highest(const Call& call, bool& is_dense) {
  Registers registers = no_registers();
  for (size_t i = 1; i < call.size(); ++i) {
    const String* text = call.find<String>(call.arg(i));
    if (text == nullptr) continue;
    const Sketch sketch = read_sketch(*text);
    is_dense = is_dense || sketch.is_dense();
    raise_to(registers, sketch);
  }
  return registers;
}

// PFCOUNT key [key ...]
Reply pfcount(Call& call) {
  bool is_dense = false;
  if (call.size() > 2) return Reply::integer(estimate(highest(call, is_dense)));
  String* text = call.find<String>(call.arg(1));
  if (text == nullptr) return Reply::integer(0);
  Sketch sketch = read_sketch(*text);
  if (const auto kept = kept_count(sketch)) return Reply::integer(*kept);
  const int64_t count = estimate(sketch);
  keep_count(sketch, count);
  *text = sketch_text(sketch);
  call.changed(call.arg(1));
  return Reply::integer(count);
}

// PFMERGE destkey [sourcekey ...]
Reply pfmerge(Call& call) {
  bool is_dense = false;
  const Registers registers = highest(call, is_dense);
  const String* text = call.find<String>(call.arg(1));
  Sketch sketch = text == nullptr ? empty_sketch() : read_sketch(*text);
  if (is_dense && !sketch.is_dense()) make_dense(sketch);
  raise_to(sketch, registers);
  forget_count(sketch);
  call.find_or_create<String>(call.arg(1)) = sketch_text(sketch);
  call.changed(call.arg(1));
  return Reply::ok();
}

Reply pieces_shown(const Pieces& pieces) {
  Bytes text;
  for (const Piece& piece : pieces) {
    const Bytes count = std::to_string(piece.count);
    if (!text.empty()) text += " ";
    text += piece.value > 0 ? "v:" + std::to_string(piece.value) + "," + count
                            : (piece.is_wide ? "Z:" : "z:") + count;
  }
  return Reply::bulk(text);
}

// PFDEBUG DECODE | ENCODING | GETREG | TODENSE key
Reply pfdebug(Call& call) {
  String* text = call.find<String>(call.arg(2));
  if (text == nullptr) throw CommandError("ERR The specified key does not exist");
  Sketch sketch = read_sketch(*text);
  const bool was_dense = sketch.is_dense();
  const bool decodes = call.is_word(1, "decode");
  const bool tells_encoding = call.is_word(1, "encoding");
  const bool tells_registers = call.is_word(1, "getreg");
  if (!decodes && !tells_encoding && !tells_registers && !call.is_word(1, "todense")) {
    throw CommandError("ERR Unknown PFDEBUG subcommand '" +
                       error_text(call.arg(1), call.arg(1).size()) + "'");
  }
  if (tells_encoding) return Reply::status(was_dense ? "dense" : "sparse");
  if (decodes && was_dense) throw CommandError("ERR HLL encoding is not sparse");
  if (decodes) return pieces_shown(sketch.pieces);
  if (!was_dense) make_dense(sketch);
  *text = sketch_text(sketch);
  if (!tells_registers) return Reply::integer(was_dense ? 0 : 1);
  Reply::Items items;
  for (const int value : sketch.registers) items.push_back(Reply::integer(value));
  return Reply::array(std::move(items));
}

constexpr Command kCommands[] = {{"pfadd", -2, pfadd},
                                 {"pfcount", -2, pfcount},
                                 {"pfdebug", 3, pfdebug},
                                 {"pfmerge", -2, pfmerge}};

}  // namespace

std::span<const Command> hyperloglog_commands() {
  return kCommands;
}

}  // namespace keemun::model
