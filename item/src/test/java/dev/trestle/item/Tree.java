package dev.trestle.item;

import dev.trestle.gen.Binaries;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Numbers;
import dev.trestle.gen.Strings;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A value as a tree of plain objects, for comparison with the encoded form. */
sealed interface Tree {
  record Str(String text) implements Tree {}

  /** Equal if the numbers are equal, however they are written. */
  record Num(String text) implements Tree {
    private BigDecimal number() {
      return new BigDecimal(text).stripTrailingZeros();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Num num && number().compareTo(num.number()) == 0;
    }

    @Override
    public int hashCode() {
      return number().signum() == 0 ? 0 : number().hashCode();
    }
  }

  record Bin(String hex) implements Tree {}

  record Bool(boolean value) implements Tree {}

  record Nul() implements Tree {}

  record Members(Type type, Set<Tree> members) implements Tree {}

  record Elements(List<Tree> elements) implements Tree {}

  record Entries(Map<String, Tree> entries) implements Tree {}

  static Gen<Tree> any(int depth) {
    Gen<Tree> strings = Strings.hostile().map(Str::new);
    Gen<Tree> numbers = Numbers.texts().map(Num::new);
    Gen<Tree> binaries = Binaries.any(0, 20).map(HexFormat.of()::formatHex).map(Bin::new);
    Gen<Tree> scalars =
        Gen.oneOf(
            strings, numbers, binaries, Gen.booleans().map(Bool::new), Gen.constant(new Nul()));
    if (depth == 0) return scalars;
    Gen<Tree> inner = any(depth - 1);
    return Gen.frequency(
        Gen.weighted(5, scalars),
        Gen.weighted(1, members(Type.SS, strings)),
        Gen.weighted(1, members(Type.NS, numbers)),
        Gen.weighted(1, members(Type.BS, binaries)),
        Gen.weighted(1, inner.list(0, 4).map(Elements::new)),
        Gen.weighted(1, fields(depth - 1, 4).map(Entries::new)));
  }

  /** Generates up to this many named values. */
  static Gen<Map<String, Tree>> fields(int depth, int max) {
    return Gen.maps(Strings.any(1, 6), any(depth), 0, max);
  }

  private static Gen<Tree> members(Type type, Gen<Tree> member) {
    return member.list(1, 5).map(list -> new Members(type, new LinkedHashSet<>(list)));
  }

  static Item item(Map<String, Tree> fields, Random order) {
    var writer = new ItemWriter();
    writeFields(writer, fields, order);
    return writer.finish();
  }

  /** Returns the fields of an item as trees. */
  static Map<String, Tree> read(Fields fields) {
    var entries = new LinkedHashMap<String, Tree>();
    while (fields.next()) entries.put(fields.name(), read(fields.value()));
    return entries;
  }

  static Tree read(Value value) {
    return switch (value.type()) {
      case S -> new Str(value.string());
      case N -> new Num(value.numberText());
      case B -> new Bin(HexFormat.of().formatHex(value.content()));
      case BOOL -> new Bool(value.bool());
      case NULL -> new Nul();
      case SS, NS, BS ->
          new Members(
              value.type(), value.elements().stream().map(Tree::read).collect(Collectors.toSet()));
      case L -> new Elements(value.elements().stream().map(Tree::read).toList());
      case M -> new Entries(read(value.fields()));
    };
  }

  private static void write(ItemWriter writer, Tree tree, Random order) {
    switch (tree) {
      case Str(var text) -> writer.string(text);
      case Num(var text) -> writer.number(text);
      case Bin(var hex) -> writer.binary(HexFormat.of().parseHex(hex));
      case Bool(var value) -> writer.bool(value);
      case Nul() -> writer.nul();
      case Members(var type, var members) -> {
        writer.start(type);
        for (var member : shuffled(members, order)) write(writer, member, order);
        writer.end();
      }
      case Elements(var elements) -> {
        writer.start(Type.L);
        for (var element : elements) write(writer, element, order);
        writer.end();
      }
      case Entries(var entries) -> {
        writer.start(Type.M);
        writeFields(writer, entries, order);
        writer.end();
      }
    }
  }

  private static void writeFields(ItemWriter writer, Map<String, Tree> fields, Random order) {
    for (var entry : shuffled(fields.entrySet(), order)) {
      writer.name(entry.getKey());
      write(writer, entry.getValue(), order);
    }
  }

  private static <T> List<T> shuffled(Collection<T> all, Random order) {
    var list = new ArrayList<>(all);
    Collections.shuffle(list, order);
    return list;
  }

  /** Returns DynamoDB's size of an item by the documented rule. */
  static int size(Map<String, Tree> fields) {
    return fields.entrySet().stream()
        .mapToInt(entry -> utf8(entry.getKey()) + entry.getValue().size())
        .sum();
  }

  /** Returns DynamoDB's size of this value by the documented rule. */
  default int size() {
    return switch (this) {
      case Str(var text) -> utf8(text);
      case Num(var text) -> numberSize(text);
      case Bin(var hex) -> hex.length() / 2;
      case Bool _, Nul _ -> 1;
      case Members(_, var members) -> members.stream().mapToInt(Tree::size).sum();
      case Elements(var elements) ->
          3 + elements.size() + elements.stream().mapToInt(Tree::size).sum();
      case Entries(var entries) -> 3 + entries.size() + size(entries);
    };
  }

  /**
   * One byte, one for every two significant digits before and after the point, and one for the
   * sign.
   */
  static int numberSize(String text) {
    var number = new BigDecimal(text);
    if (number.signum() == 0) return 1;
    var plain = number.abs().stripTrailingZeros().toPlainString();
    var whole = plain.replaceAll("\\..*", "").replaceAll("^0+", "");
    var fraction = plain.contains(".") ? plain.replaceAll(".*\\.", "") : "";
    if (whole.isEmpty()) fraction = fraction.replaceAll("^0+", "");
    if (fraction.isEmpty()) whole = whole.replaceAll("0+$", "");
    int sign = number.signum() < 0 ? 1 : 0;
    return 1 + (whole.length() + 1) / 2 + (fraction.length() + 1) / 2 + sign;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
