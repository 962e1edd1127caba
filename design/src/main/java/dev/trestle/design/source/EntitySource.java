package dev.trestle.design.source;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes the record of one kind of item, where it is stored, and patterns to read and write it. */
final class EntitySource {
  private static final int PARTITION_BYTES_MAX = 2048;
  private static final int SORT_BYTES_MAX = 1024;

  private final Table table;
  private final String tableConstant;
  private final List<Item> items;
  private final String type;
  private final String constant;
  private final String keyType;
  private final String getConstant;
  private final String putConstant;
  private final JavaNames constants;
  private final JavaNames names = new JavaNames();
  private final ValueShape.Maker shapes;
  private final List<ComponentSource> components = new ArrayList<>();
  private final Map<String, Content> contents = new LinkedHashMap<>();
  private final List<String> mixed = new ArrayList<>();
  private final List<String> empty = new ArrayList<>();
  private final StringBuilder declarations = new StringBuilder();
  private final StringBuilder placement = new StringBuilder();

  /**
   * The content of a key attribute. It is a constant, because an attribute of several keys has one
   * content.
   */
  private record Content(KeyGuess guess, String constant) {}

  /**
   * Prepares a record.
   *
   * @param constants the names of the source's types and constants
   */
  EntitySource(
      Table table, String tableConstant, List<Item> items, String name, JavaNames constants) {
    this.table = table;
    this.tableConstant = tableConstant;
    this.items = items;
    this.constants = constants;
    type = constants.type(name);
    constant = constants.constant(type);
    keyType = constants.type(type + "Key");
    getConstant = constants.constant("Get" + type);
    putConstant = constants.constant("Put" + type);
    shapes = new ValueShape.Maker(constants);
  }

  String type() {
    return type;
  }

  String constant() {
    return constant;
  }

  /** The attributes without a component because their values are of several types. */
  List<String> mixed() {
    return mixed;
  }

  /** The attributes without a component because their values show no type. */
  List<String> empty() {
    return empty;
  }

  /** The templates of the table's key, for people. */
  String key() {
    var partition = pattern(table.partition());
    return table.sort().map(sort -> partition + " / " + pattern(sort)).orElse(partition);
  }

  private String pattern(KeyAttribute key) {
    var content = contents.get(key.name());
    return content == null ? "" : content.guess.pattern();
  }

  /** Returns nothing if no part can hold the values of the key. */
  Optional<String> write(int sampled) {
    var partition = guess(table.partition());
    if (partition.isEmpty()) return Optional.empty();
    place(table.partition(), partition.get(), ".partition(%s)");
    if (table.sort().isPresent()) {
      var key = table.sort().get();
      var sort = guess(key);
      if (sort.isEmpty()) return Optional.empty();
      place(key, sort.get(), ".sort(%s)");
    }
    var keyed = List.copyOf(components);
    table.indexes().forEach(this::index);
    attributes();
    var out = new StringBuilder();
    shapes.records().forEach(record -> out.append('\n').append(record));
    out.append(declarations);
    out.append(
        """

          /** Guessed from %d of %d items. */
          public record %s(%s) {}

          public static final Entity<%s> %s =
              %s
                  .entity(%s.class, lookup())
        %s          .example(new %s(%s));
        """
            .formatted(
                items.size(),
                sampled,
                type,
                ValueShape.declarations(components),
                type,
                constant,
                tableConstant,
                type,
                placement,
                type,
                ValueShape.examples(components)));
    out.append(patterns(keyed));
    return Optional.of(out.toString());
  }

  private Optional<KeyGuess> guess(KeyAttribute key) {
    return KeyGuess.of(key, values(key), bytesMax(key), names);
  }

  /** An attribute can be a partition key here and a sort key there. */
  private int bytesMax(KeyAttribute key) {
    boolean sorts =
        table.sort().filter(key::equals).isPresent()
            || table.indexes().stream()
                .anyMatch(index -> index.sort().filter(key::equals).isPresent());
    return sorts ? SORT_BYTES_MAX : PARTITION_BYTES_MAX;
  }

  /** A get needs parameters, which a key without parts does not have. */
  private String patterns(List<ComponentSource> keyed) {
    var put =
        """

          public static final Put<%s, %s> %s =
              %s.put("put-%s", "write a %s").build();
        """
            .formatted(type, type, putConstant, constant, type, type);
    if (keyed.isEmpty()) return put;
    var parameters = ValueShape.declarations(keyed);
    return """

      public record %s(%s) {}

      public static final Get<%s, %s> %s =
          %s.get("get-%s", "one %s", %s.class).build();
    """
            .formatted(
                keyType, parameters, keyType, type, getConstant, constant, type, type, keyType)
        + put;
  }

  /** The patterns that {@link #write} declared. */
  List<String> patternConstants() {
    boolean hasParts =
        contents.entrySet().stream()
            .filter(key -> isOfTable(key.getKey()))
            .anyMatch(key -> !key.getValue().guess.parts().isEmpty());
    return hasParts ? List.of(getConstant, putConstant) : List.of(putConstant);
  }

  private boolean isOfTable(String key) {
    return key.equals(table.partition().name())
        || table.sort().filter(sort -> sort.name().equals(key)).isPresent();
  }

  private void place(KeyAttribute key, KeyGuess guess, String call) {
    components.addAll(guess.parts());
    line(call.formatted(declare(key, guess).constant));
  }

  private Content declare(KeyAttribute key, KeyGuess guess) {
    var name = constants.constant(new JavaNames().type(type + "-" + key.name()));
    var content = new Content(guess, name);
    contents.put(key.name(), content);
    declarations.append(
        "\n  private static final KeyContent %s =\n      %s;\n".formatted(name, guess.source()));
    return content;
  }

  private void line(String call) {
    placement.append("          ").append(call).append('\n');
  }

  /** The kind is in an index if its items have both keys. */
  private void index(TableIndex index) {
    if (!isHeld(index.partition()) || !index.sort().map(this::isHeld).orElse(true)) return;
    var name = JavaNames.literal(index.name());
    var partition = indexKey(index.partition());
    if (index.sort().isEmpty()) {
      line(".in(%s, %s)".formatted(name, partition));
      return;
    }
    var sort = indexKey(index.sort().get());
    line(
        index.scope() == TableIndex.Scope.LOCAL
            ? ".inLocal(%s, %s)".formatted(name, sort)
            : ".in(%s, %s, %s)".formatted(name, partition, sort));
  }

  /** Whether there are values, and a part can hold them. */
  private boolean isHeld(KeyAttribute key) {
    if (contents.containsKey(key.name())) return true;
    var values = values(key);
    return !values.isEmpty()
        && KeyGuess.whole(key, values, SORT_BYTES_MAX, new JavaNames()).isPresent();
  }

  /** Returns the constant with the content of an index key. */
  private String indexKey(KeyAttribute key) {
    var known = contents.get(key.name());
    if (known != null) return known.constant;
    var values = values(key);
    var guess = KeyGuess.whole(key, values, bytesMax(key), names).orElseThrow();
    boolean always = values.size() == items.size();
    for (var part : guess.parts()) components.add(always ? part : part.optional());
    return declare(key, guess).constant;
  }

  private List<Value> values(KeyAttribute key) {
    return items.stream()
        .flatMap(item -> item.get(key.name()).stream())
        .filter(value -> value.type() == key.type())
        .toList();
  }

  private void attributes() {
    Set<String> attributes = new LinkedHashSet<>();
    for (var item : items) item.forEach((name, ignored) -> attributes.add(name));
    attributes.removeAll(contents.keySet());
    for (var attribute : attributes) {
      var values = items.stream().flatMap(item -> item.get(attribute).stream()).toList();
      var shape = shapes.of(attribute, values);
      if (shape.isEmpty()) {
        (ValueShape.isEmpty(values) ? empty : mixed).add(attribute);
        continue;
      }
      var name = names.component(attribute);
      if (isTimeToLive(attribute) && shape.get().equals(ValueShape.LONG)) {
        expires(name, values.size() == items.size());
        continue;
      }
      components.add(ValueShape.component(name, shape.get(), values, items.size()));
      if (!name.equals(attribute)) {
        line(".named(%s::%s, %s)".formatted(type, name, JavaNames.literal(attribute)));
      }
    }
  }

  private boolean isTimeToLive(String attribute) {
    return table.timeToLive().filter(attribute::equals).isPresent();
  }

  private void expires(String name, boolean always) {
    var time = new ComponentSource(name, "Instant", "Instant", "Instant.ofEpochSecond(2000000000)");
    components.add(always ? time : time.optional());
    line(".%s(%s::%s)".formatted(always ? "expires" : "mayExpire", type, name));
  }

  /** The words that keys of this kind begin with. */
  static String shape(Table table, Item item) {
    var partition = item.get(table.partition().name()).map(KeyGuess::shape).orElse("");
    var sort = table.sort().flatMap(key -> item.get(key.name())).map(KeyGuess::shape).orElse("");
    return partition + " " + sort;
  }

  /** A name for the kind: the word of its sort key, or that of its partition key. */
  static String name(Table table, String shape) {
    int between = shape.indexOf(' ');
    var partition = KeyGuess.word(shape.substring(0, between));
    var sort = KeyGuess.word(shape.substring(between + 1));
    if (!sort.isEmpty() && !sort.equals(partition)) return partition + "-" + sort;
    return partition.isEmpty() ? table.name() + "-item" : partition;
  }
}
