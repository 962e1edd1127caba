package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.model.EntityBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What an entity has beside its keys: an expiry time, a version, attributes that had other names,
 * and one that older items do not have.
 *
 * @param now the store's time; what has expired by then is no result
 * @param renamed the former names of attributes
 */
record RandomTraits(
    Optional<Column<?>> expiry,
    Instant now,
    Optional<Column<Long>> version,
    Map<Column<?>, String> renamed,
    Optional<Defaulted<?>> added) {
  static final String TIME_TO_LIVE = "expires";

  /** A component that items had not always, with the value that these are read with. */
  record Defaulted<T>(Column<T> column, T value) {
    static <T> Defaulted<T> of(Column<T> column, Choices choices) {
      return new Defaulted<>(column, column.values().from(choices));
    }

    void declare(EntityBuilder<Sample> builder) {
      builder.byDefault(column.ref()).is(value);
    }
  }

  /** Where the columns stand in keys. */
  interface Keys {
    /** Whether it is a part of a key, or one is computed from it. */
    boolean isInAnyKey(Column<?> column);

    /** Whether it has an attribute of its own name. */
    boolean hasAttribute(Column<?> column);
  }

  /** Sets without members and absent values cannot be told from attributes that are missing. */
  private static final List<Column<?>> MAY_BE_ADDED =
      List.of(
          Columns.WORD,
          Columns.COUNT,
          Columns.LEVEL,
          Columns.SIZE,
          Columns.PRICE,
          Columns.RATIO,
          Columns.FLAG,
          Columns.SPAN,
          Columns.TITLE,
          Columns.TIER,
          Columns.WEIGHT,
          Columns.BIG,
          Columns.TIME,
          Columns.LINES);

  static RandomTraits random(Choices choices, Keys keys) {
    var expiry =
        switch (choices.oneOf(4)) {
          case 2 -> Optional.<Column<?>>of(Columns.AT);
          case 3 -> Optional.<Column<?>>of(Columns.DUE);
          default -> Optional.<Column<?>>empty();
        };
    expiry = expiry.filter(column -> !keys.isInAnyKey(column));
    var now = Columns.START.plusSeconds(Gen.of(0L, 10L).from(choices));
    var version =
        switch (choices.oneOf(4)) {
          case 2 -> Optional.of(Columns.REVISION);
          case 3 -> Optional.of(Columns.EDITION);
          default -> Optional.<Column<Long>>empty();
        };
    var taken = new ArrayList<Column<?>>();
    expiry.ifPresent(taken::add);
    version.ifPresent(taken::add);
    var added = added(choices, keys, taken);
    added.ifPresent(defaulted -> taken.add(defaulted.column()));
    var renamed = new LinkedHashMap<Column<?>, String>();
    int count = choices.oneOf(4) == 3 ? 1 + choices.oneOf(2) : 0;
    for (int i = 0; i < count; i++) {
      var free =
          Columns.ALL.stream().filter(keys::hasAttribute).filter(c -> !taken.contains(c)).toList();
      var column = free.get(choices.oneOf(free.size()));
      taken.add(column);
      renamed.put(column, "old_" + column);
    }
    return new RandomTraits(expiry, now, version, renamed, added);
  }

  private static Optional<Defaulted<?>> added(Choices choices, Keys keys, List<Column<?>> taken) {
    var free =
        MAY_BE_ADDED.stream()
            .filter(column -> !keys.isInAnyKey(column) && !taken.contains(column))
            .toList();
    if (choices.oneOf(4) != 3 || free.isEmpty()) return Optional.empty();
    return Optional.of(Defaulted.of(free.get(choices.oneOf(free.size())), choices));
  }

  void declare(EntityBuilder<Sample> builder) {
    expiry.ifPresent(column -> {
      if (column.is(Columns.AT)) builder.expires(Sample::at);
      else builder.mayExpire(Sample::due);
    });
    version.ifPresent(column -> builder.version(column.ref()));
    renamed.forEach((column, former) -> builder.named(column.ref(), "new_" + column, former));
    added.ifPresent(defaulted -> defaulted.declare(builder));
  }

  /** The attributes that a column may be in: the one of its name now, and a former one. */
  List<String> attributes(Column<?> column) {
    if (isExpiry(column)) return List.of(TIME_TO_LIVE);
    var former = renamed.get(column);
    return former == null ? List.of(column.name()) : List.of("new_" + column, former);
  }

  /** Whether items may have the column's value under another name, or not at all. */
  boolean hasChanged(Column<?> column) {
    return renamed.containsKey(column) || isAdded(column);
  }

  boolean isAdded(Column<?> column) {
    return added.filter(defaulted -> defaulted.column().is(column)).isPresent();
  }

  boolean isVersion(Column<?> column) {
    return version.filter(column::is).isPresent();
  }

  boolean isExpiry(Column<?> column) {
    return expiry.filter(column::is).isPresent();
  }

  boolean isExpired(Sample sample) {
    return expiry
        .flatMap(column -> column.is(Columns.AT) ? Optional.of(sample.at()) : sample.due())
        .filter(time -> time.getEpochSecond() <= now.getEpochSecond())
        .isPresent();
  }

  /** The sample as it is read where its item is older than the declaration. */
  Sample aged(Sample sample) {
    return added
        .map(defaulted -> Samples.with(sample, defaulted.column(), defaulted.value()))
        .orElse(sample);
  }

  /** An item as an older declaration wrote it. */
  Map<String, AttributeValue> aged(Map<String, AttributeValue> item) {
    var aged = new HashMap<>(item);
    renamed.forEach((column, former) -> {
      var value = aged.remove("new_" + column);
      if (value != null) aged.put(former, value);
    });
    added.ifPresent(defaulted -> aged.remove(defaulted.column().name()));
    return aged;
  }

  List<String> lines() {
    var lines = new ArrayList<String>();
    expiry.ifPresent(column -> lines.add("expires: " + column + ", now " + now));
    version.ifPresent(column -> lines.add("version: " + column));
    if (!renamed.isEmpty()) {
      lines.add(
          renamed.entrySet().stream()
              .map(each -> "%s was %s".formatted(each.getKey(), each.getValue()))
              .collect(Collectors.joining(", ", "renamed: ", "")));
    }
    added.ifPresent(each -> lines.add("by default: %s %s".formatted(each.column(), each.value())));
    return lines;
  }
}
