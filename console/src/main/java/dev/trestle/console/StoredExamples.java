package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.operation.Scan;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Parameters with which a pattern finds something, taken from items that are stored. It looks at
 * the first items of the table only, and only where the engine runs in this process.
 */
record StoredExamples(PatternReads reads, Optional<Engine> engine) {
  /** How many items are looked at, and how many of them are tried. */
  private static final int LOOKED_AT = 200;

  private static final int TRIED = 10;

  /**
   * Parameters of a pattern.
   *
   * @param found whether they find something; otherwise they are the declared example's
   */
  record View(Map<String, String> parameters, boolean found) {}

  /** Where a pattern reads, and what it needs to know. */
  private record Reading(Table table, ParameterFields<?> fields) {}

  Reply example(Call call) {
    var system = reads.system(call);
    var pattern = PatternReads.pattern(system, call);
    var reading = reading(pattern);
    return Reply.ok(
        stored(system, pattern, reading)
            .map(parameters -> new View(parameters, true))
            .orElseGet(() -> new View(declared(reading.fields), false)));
  }

  private static Reading reading(AccessPattern pattern) {
    return switch (pattern) {
      case Query<?, ?> query ->
          new Reading(
              query.table(), new ParameterFields<>(query.parameters(), query.result().sources()));
      case Get<?, ?> get ->
          new Reading(
              get.entity().table(),
              new ParameterFields<>(get.parameters(), get.result().sources()));
      case BatchGet<?, ?> batch ->
          new Reading(
              batch.entity().table(),
              new ParameterFields<>(batch.parameters(), List.of(batch.entity())));
      case AccessPattern _ -> throw PatternReads.notARead();
    };
  }

  private static Map<String, String> declared(ParameterFields<?> fields) {
    var parameters = new HashMap<String, String>();
    for (var asked : fields.asked()) {
      asked.example().ifPresent(example -> parameters.put(asked.name(), example));
    }
    return parameters;
  }

  private Optional<Map<String, String>> stored(
      ConsoleSystem system, AccessPattern pattern, Reading reading) {
    if (engine.isEmpty()) return Optional.empty();
    var tried = new HashSet<Map<String, String>>();
    for (var item : items(engine.get(), system.stored(reading.table))) {
      for (var entity : reading.fields.entities()) {
        var parameters = parameters(entity, item, reading.fields);
        if (parameters.isEmpty() || !tried.add(parameters.get())) continue;
        if (PatternReads.finds(system, pattern, parameters.get())) return parameters;
        if (tried.size() == TRIED) return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Of the table, not of an index, which may not have all attributes. */
  private static List<Item> items(Engine engine, String table) {
    var scan =
        new Scan(
            table,
            null,
            Expressions.NONE,
            LegacyParameters.NONE,
            null,
            LOOKED_AT,
            null,
            null,
            null,
            null,
            null);
    return engine.run(scan).items();
  }

  /** An item is of an entity if the entity writes the same keys. */
  private static <R> Optional<Map<String, String>> parameters(
      Entity<R> entity, Item item, ParameterFields<?> fields) {
    var stored = new HashMap<String, Value>();
    item.forEach(stored::put);
    try {
      var whole = entity.codec().read(stored, EncodedValues.ENCODED);
      var written = entity.codec().write(whole, EncodedValues.ENCODED);
      boolean isOfEntity =
          entity.keyFields().stream()
              .map(key -> key.attribute())
              .filter(stored::containsKey)
              .allMatch(key -> Objects.equals(stored.get(key), written.get(key)));
      return isOfEntity ? fields.texts(entity, whole) : Optional.empty();
    } catch (RuntimeException notOfThisEntity) {
      return Optional.empty();
    }
  }
}
