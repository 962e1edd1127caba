package dev.trestle.design.matrix;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.design.PatternDesign.Write;
import dev.trestle.model.Binding;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Range;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.List;
import java.util.Optional;

/** Formats key conditions for people: {@code pk = u#<user>, sk ≥ m#<since>}. */
record KeyConditions(Design design) {
  String of(Read read) {
    var table = design.table(read.table());
    var entity = design.entity(read.entities().getFirst());
    var index = read.index().map(table::index);
    var keys =
        index.isEmpty()
            ? Optional.of(entity.keys())
            : entity.in(index.get().name()).map(EntityDesign.Indexed::keys);
    if (keys.isEmpty()) return "not in the index";
    var partition = index.map(known -> known.partition()).orElse(table.partition());
    var sort = index.isPresent() ? index.get().sort() : table.sort();
    var text = partition.name() + " = " + text(keys.get().partition());
    if (sort.isEmpty() || keys.get().sort().isEmpty()) return text;
    if (read.operation() != Reading.QUERY) return text + whole(sort.get(), keys.get());
    if (read.entities().size() > 1 && read.binding().range().isEmpty()) return text;
    return text + condition(sort.get(), keys.get().sort().get(), read.binding());
  }

  String of(Write write) {
    var table = design.table(write.table());
    var keys = design.entity(write.entity()).keys();
    var text = table.partition().name() + " = " + text(keys.partition());
    return table.sort().map(sort -> text + whole(sort, keys)).orElse(text);
  }

  private static String whole(KeyAttribute sort, KeyPair keys) {
    return keys.sort().map(key -> ", %s = %s".formatted(sort.name(), text(key))).orElse("");
  }

  private static String condition(KeyAttribute sort, Key key, Binding binding) {
    var prefix = prefix(key, binding.sort());
    if (binding.range().isPresent()) {
      var range = binding.range().get();
      var from = "%s<%s>".formatted(prefix, range.from());
      var to = range.to().map(name -> "%s<%s>".formatted(prefix, name)).orElse("");
      return ", %s %s".formatted(sort.name(), bounds(range.kind(), from, to));
    }
    if (binding.sortMissing().isEmpty()) return ", %s = %s".formatted(sort.name(), text(key));
    return prefix.isEmpty() ? "" : ", %s begins %s".formatted(sort.name(), prefix);
  }

  private static String bounds(Range.Kind kind, String from, String to) {
    return switch (kind) {
      case MORE_THAN -> "> " + from;
      case AT_LEAST -> "≥ " + from;
      case LESS_THAN -> "< " + from;
      case AT_MOST -> "≤ " + from;
      case BETWEEN -> "between %s and %s".formatted(from, to);
    };
  }

  static String text(Key key) {
    return switch (key) {
      case Key.Text(var template) -> template.pattern();
      case Key.Number(var part) -> part.toString();
      case Key.Bytes(var part) -> part.toString();
    };
  }

  /** Returns the common prefix of all keys with these first parts. */
  private static String prefix(Key key, List<String> given) {
    if (!(key instanceof Key.Text(var template))) return "";
    var prefix = new StringBuilder();
    for (var piece : template.pieces()) {
      switch (piece) {
        case Piece.Literal(var text) -> prefix.append(text);
        case Piece.Slot(var part) -> {
          if (!given.contains(part.name())) return prefix.toString();
          prefix.append(part);
        }
      }
    }
    return prefix.toString();
  }
}
