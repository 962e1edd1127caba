package dev.trestle.console;

import dev.trestle.item.Item;
import dev.trestle.model.Entity;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Table;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate.Piece;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A key attribute, explained by its template.
 *
 * @param of "table", or the index whose key it is
 * @param role partition or sort
 * @param value the whole text; empty if the item is not in that index
 */
record KeyView(
    String attribute,
    String of,
    String role,
    String template,
    Optional<String> value,
    List<Segment> segments) {

  /**
   * A piece of the key.
   *
   * @param part its name; empty for a literal
   * @param text as it is in the key
   * @param meaning the value, if the key encodes it differently
   */
  record Segment(Optional<String> part, String text, Optional<String> meaning) {}

  /** The keys of table and indexes, in the order they were declared. */
  static <R> List<KeyView> of(Entity<R> entity, R whole, Item item) {
    var pictures = new ArrayList<KeyView>();
    for (var field : entity.keyFields()) {
      var values = entity.codec().key(field.attribute()).values(whole);
      var segments = values.map(parts -> segments(field.key(), parts)).orElse(List.of());
      var place = place(entity.table(), field.attribute());
      pictures.add(
          new KeyView(
              field.attribute(),
              place.of,
              place.role,
              template(field.key()),
              item.get(field.attribute()).map(ValueTexts::plain),
              segments));
    }
    return pictures;
  }

  private record Place(String of, String role) {}

  /** An attribute that several indexes share is shown for the first. */
  private static Place place(Table table, String attribute) {
    if (table.partition().name().equals(attribute)) return new Place("table", "partition");
    if (named(table.sort(), attribute)) return new Place("table", "sort");
    for (var index : table.indexes()) {
      if (index.partition().name().equals(attribute)) return new Place(index.name(), "partition");
      if (named(index.sort(), attribute)) return new Place(index.name(), "sort");
    }
    throw new IllegalStateException("a key attribute of no key");
  }

  private static boolean named(Optional<KeyAttribute> key, String attribute) {
    return key.filter(known -> known.name().equals(attribute)).isPresent();
  }

  static String template(Key key) {
    return switch (key) {
      case Key.Text(var template) -> template.pattern();
      case Key.Number(var part) -> part.toString();
      case Key.Bytes(var part) -> part.toString();
    };
  }

  /** The pieces of a key with these values of its parts. */
  static List<Segment> segments(Key key, Object[] values) {
    return switch (key) {
      case Key.Text(var template) -> {
        var segments = new ArrayList<Segment>();
        int next = 0;
        for (var piece : template.pieces()) {
          switch (piece) {
            case Piece.Literal(var text) ->
                segments.add(new Segment(Optional.empty(), text, Optional.empty()));
            case Piece.Slot(var part) -> segments.add(segment(part, values[next++]));
          }
        }
        yield segments;
      }
      case Key.Number(var part) -> List.of(bare(part, values[0]));
      case Key.Bytes(var part) -> List.of(bare(part, values[0]));
    };
  }

  private static <T> Segment segment(Part<T> part, Object value) {
    var text = part.text(part.type().cast(value));
    var meaning = meaning(value).filter(other -> !other.equals(text));
    return new Segment(Optional.of(part.name()), text, meaning);
  }

  private static Segment bare(Part<?> part, Object value) {
    return new Segment(Optional.of(part.name()), meaning(value).orElse("bytes"), Optional.empty());
  }

  private static Optional<String> meaning(Object value) {
    return switch (value) {
      case String text -> Optional.of(text);
      case Long number -> Optional.of(number.toString());
      case Instant time -> Optional.of(time.toString());
      case Enum<?> constant -> Optional.of(constant.name());
      case Object _ -> Optional.empty();
    };
  }
}
