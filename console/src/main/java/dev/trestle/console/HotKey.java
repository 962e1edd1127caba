package dev.trestle.console;

import dev.trestle.engine.capacity.HeavyHitters;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Entity;
import dev.trestle.model.key.Key;
import java.util.List;
import java.util.Optional;

/**
 * A partition key with its template.
 *
 * @param requests how often it was requested or throttled
 */
record HotKey(
    String key,
    long requests,
    Optional<String> entity,
    Optional<String> template,
    List<KeyView.Segment> segments) {

  static HotKey of(Optional<ConsoleSystem> system, String table, HeavyHitters.Hitter hitter) {
    var value = only(hitter.partitionKey());
    var text = ValueTexts.plain(value);
    if (system.isPresent() && value.type() == Type.S) {
      for (var entity : system.get().model().entities()) {
        if (!system.get().stored(entity.table()).equals(table)) continue;
        var explained = explained(entity, text, hitter.requests());
        if (explained.isPresent()) return explained.get();
      }
    }
    return new HotKey(text, hitter.requests(), Optional.empty(), Optional.empty(), List.of());
  }

  /** The key as this entity's template parses it, if it does. */
  private static Optional<HotKey> explained(Entity<?> entity, String text, long requests) {
    if (!(entity.keys().partition() instanceof Key.Text(var template))) return Optional.empty();
    try {
      var segments = KeyView.segments(entity.keys().partition(), template.parse(text));
      return Optional.of(
          new HotKey(
              text,
              requests,
              Optional.of(entity.name()),
              Optional.of(template.pattern()),
              segments));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Value only(Item key) {
    var fields = key.fields();
    if (!fields.next()) throw new IllegalStateException("a key of nothing");
    return fields.value();
  }
}
