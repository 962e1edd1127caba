package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.model.Ref;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import dev.trestle.store.property.Column.Bounds;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Grade;
import dev.trestle.store.property.Sample.Inner;
import dev.trestle.store.property.Sample.Size;
import dev.trestle.store.property.Stored.Stub;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The components of a sample, and how to make one of values by name. */
final class Columns {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  static final RecordShape<Sample> SAMPLE = RecordShape.of(Sample.class, LOOKUP);
  static final RecordShape<Given> GIVEN = RecordShape.of(Given.class, LOOKUP);

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Alphabet LETTERS = Alphabet.of("a-z");

  private static final Gen<String> WORDS = Gen.of("a", "b", "ab", "abc", "z", "zz");
  private static final Gen<String> TEXTS = Gen.of("a", "b", "ab", "ü", "👍", "\uE000", "x y", "");
  private static final Gen<Long> COUNTS = Gen.of(0L, 1L, 2L, 9L, 10L, 11L, 100L, -1L, -10L, 50L);
  private static final Gen<Instant> TIMES =
      Gen.of(0, 1, 2, 20, 21, 120, -1, -40, 400_000, 6_000_000)
          .map(half -> START.plusMillis(500L * half));

  static final Column<String> WORD =
      key("word", Sample::word, Given::word, Given::wordLow, Given::wordHigh, WORDS, naturally())
          .as(
              Part.text("word", LETTERS, 6),
              Part.text("word", LETTERS, 6).as(String.class, Function.identity(), w -> w),
              Part.escaped("word", 6));
  static final Column<String> OTHER =
      key(
              "other",
              Sample::other,
              Given::other,
              Given::otherLow,
              Given::otherHigh,
              WORDS,
              naturally())
          .as(Part.text("other", LETTERS, 6));
  static final Column<Long> COUNT =
      key(
              "count",
              Sample::count,
              Given::count,
              Given::countLow,
              Given::countHigh,
              COUNTS,
              naturally())
          .as(both(Part.number("count", -100, 1000)));
  static final Column<Integer> LEVEL =
      key(
              "level",
              Sample::level,
              Given::level,
              Given::levelLow,
              Given::levelHigh,
              Gen.of(0, 1, 2, 9, 10, 11, 99),
              naturally())
          .as(both(Part.number("level", 0, 120)));
  static final Column<Instant> AT =
      key("at", Sample::at, Given::at, Given::atLow, Given::atHigh, TIMES, naturally())
          .as(concat(both(Part.millis("at")), both(Part.isoMillis("at"))));
  static final Column<LocalDate> DAY =
      key(
              "day",
              Sample::day,
              Given::day,
              Given::dayLow,
              Given::dayHigh,
              Gen.of(0, 1, 30, 31, 365, -1).map(LocalDate.of(2026, 1, 1)::plusDays),
              Comparator.<LocalDate>naturalOrder())
          .as(both(Part.date("day")));
  static final Column<YearMonth> MONTH =
      key(
              "month",
              Sample::month,
              Given::month,
              Given::monthLow,
              Given::monthHigh,
              Gen.of(0, 1, 9, 12, -1).map(YearMonth.of(2026, 1)::plusMonths),
              naturally())
          .as(both(Part.month("month")));

  /** Sorted as texts: UUID.compareTo takes the halves for signed numbers. */
  static final Column<UUID> ID =
      key(
              "id",
              Sample::id,
              Given::id,
              Given::idLow,
              Given::idHigh,
              Gen.of(0L, 1L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)
                  .map(high -> new UUID(high, ~high)),
              Comparator.comparing(UUID::toString))
          .as(both(Part.uuid("id")));

  static final Column<Grade> GRADE =
      key(
              "grade",
              Sample::grade,
              Given::grade,
              Given::gradeLow,
              Given::gradeHigh,
              Gen.of(Grade.class),
              naturally())
          .as(Part.code("grade", Grade.class, grade -> grade.name().toLowerCase(Locale.ROOT)));
  static final Column<Optional<String>> TAG =
      key(
              "tag",
              Sample::tag,
              Given::tag,
              Given::tagLow,
              Given::tagHigh,
              WORDS,
              WORDS.optional(),
              present(Comparator.<String>naturalOrder()))
          .as(Part.text("tag", LETTERS, 6));
  static final Column<Optional<Long>> SCORE =
      key(
              "score",
              Sample::score,
              Given::score,
              Given::scoreLow,
              Given::scoreHigh,
              COUNTS,
              COUNTS.optional(),
              present(Comparator.<Long>naturalOrder()))
          .as(both(Part.number("score", -100, 1000)));
  static final Column<Optional<Instant>> DUE =
      key(
              "due",
              Sample::due,
              Given::due,
              Given::dueLow,
              Given::dueHigh,
              TIMES,
              TIMES.optional(),
              present(Comparator.<Instant>naturalOrder()))
          .as(both(Part.millis("due")));

  static final Column<Size> SIZE = unordered("size", Sample::size, Given::size, Gen.of(Size.class));
  static final Column<BigDecimal> PRICE =
      ordered(
          "price",
          Sample::price,
          Given::price,
          Gen.of("0", "1.5", "1.50", "1200", "1.2E+3", "-0.01", "99999999.99")
              .map(BigDecimal::new));
  static final Column<Double> RATIO =
      ordered("ratio", Sample::ratio, Given::ratio, Gen.of(0.0, 0.1, -2.5, 1e20, 3.0));
  static final Column<Boolean> FLAG = unordered("flag", Sample::flag, Given::flag, Gen.booleans());
  static final Column<Duration> SPAN =
      ordered(
          "span",
          Sample::span,
          Given::span,
          Gen.of("PT0S", "PT1H30M", "PT10H", "PT0.001S", "PT-1S").map(Duration::parse));
  static final Column<Set<String>> LABELS =
      unordered(
          "labels", Sample::labels, Given::labels, TEXTS.distinctList(0, 3).map(HashSet::new));
  static final Column<List<String>> LINES =
      unordered("lines", Sample::lines, Given::lines, TEXTS.list(0, 3));
  static final Column<Map<String, Long>> MARKS =
      unordered(
          "marks", Sample::marks, Given::marks, Gen.maps(Gen.of("k", "l", "#m"), COUNTS, 0, 2));
  static final Column<Inner> INNER =
      unordered(
          "inner",
          Sample::inner,
          Given::inner,
          choices ->
              new Inner(TEXTS.from(choices), COUNTS.from(choices), WORDS.optional().from(choices)));

  private static final Gen<Long> VERSIONS = Gen.of(1L, 1L, 1L, 0L, 2L, 3L);
  static final Column<Long> REVISION =
      ordered("revision", Sample::revision, Given::revision, VERSIONS);
  static final Column<Long> EDITION =
      ordered("edition", Sample::edition, Given::editionGiven, VERSIONS);

  /** The parameters have a value of this name, so it does not follow from their time. */
  static final Column<LocalDate> AT_DAY =
      derived(
          AT,
          sample -> day(sample.at()),
          Given::atDay,
          DAY,
          Part.dayOf("atDay", Part.millis("at")),
          Part.dayOf("atDay", Part.isoMillis("at")));

  static final Column<YearMonth> AT_MONTH =
      derived(
          AT,
          sample -> YearMonth.from(day(sample.at())),
          given -> YearMonth.from(day(given.at())),
          MONTH,
          Part.monthOf("atMonth", Part.millis("at")));

  static final Column<Optional<YearMonth>> DUE_MONTH =
      new Column<>(
          "dueMonth",
          sample -> sample.due().map(due -> YearMonth.from(day(due))),
          given -> given.due().map(due -> YearMonth.from(day(due))),
          MONTH.bounds(),
          Gen.constant(Optional.empty()),
          Optional.of(present(Comparator.<YearMonth>naturalOrder())),
          List.of(Part.monthOf("dueMonth", Part.millis("due"))),
          Optional.of(DUE));

  static final int SHARDS = 3;
  private static final Part<Long> WORD_SHARD_PART =
      Part.shardOf("wordShard", Part.text("word", LETTERS, 6), SHARDS);
  static final Column<Long> WORD_SHARD =
      new Column<>(
          "wordShard",
          sample -> shard(sample.word()),
          given -> shard(given.word()),
          Optional.empty(),
          Gen.constant(0L),
          Optional.of(naturally()),
          List.of(both(WORD_SHARD_PART)),
          Optional.of(WORD));

  static final List<Column<?>> ALL =
      List.of(
          WORD, OTHER, COUNT, LEVEL, AT, DAY, MONTH, ID, GRADE, SIZE, PRICE, RATIO, FLAG, SPAN, TAG,
          SCORE, DUE, LABELS, LINES, MARKS, INNER, REVISION, EDITION);

  /** Those that can be part of a table's key. */
  static final List<Column<?>> OF_TABLE_KEYS =
      List.of(WORD, OTHER, COUNT, LEVEL, AT, DAY, MONTH, ID, GRADE, AT_DAY, AT_MONTH, WORD_SHARD);

  /** Those that can be part of an index's key. */
  static final List<Column<?>> OF_INDEX_KEYS =
      Stream.concat(OF_TABLE_KEYS.stream(), Stream.of(TAG, SCORE, DUE, DUE_MONTH)).toList();

  static final Sample EXAMPLE =
      new Sample(
          "a",
          "b",
          1,
          2,
          START,
          LocalDate.of(2026, 1, 1),
          YearMonth.of(2026, 1),
          new UUID(1, 2),
          Grade.A,
          Size.SMALL,
          BigDecimal.ONE,
          0.5,
          true,
          Duration.ofMinutes(5),
          Optional.of("c"),
          Optional.of(3L),
          Optional.of(START),
          Set.of("x"),
          List.of("y"),
          Map.of("k", 1L),
          new Inner("i", 4, Optional.of("n")),
          0,
          0);

  private Columns() {}

  private static LocalDate day(Instant time) {
    return LocalDate.ofInstant(time, ZoneOffset.UTC);
  }

  /** The CRC-32 of the text, as docs/MODEL.md has it. */
  private static long shard(String word) {
    var sum = new CRC32();
    sum.update(word.getBytes(StandardCharsets.UTF_8));
    return sum.getValue() % SHARDS;
  }

  private static <T> Column<T> derived(
      Column<?> source, Ref<Sample, T> ref, Ref<Given, T> given, Column<T> like, Part<?>... parts) {
    return new Column<>(
        parts[0].name(),
        ref,
        given,
        like.bounds(),
        like.values(),
        like.order(),
        Stream.of(parts).<Part<?>>flatMap(part -> Stream.of(both(part))).toList(),
        Optional.of(source));
  }

  private static <T extends Comparable<? super T>> Comparator<T> naturally() {
    return Comparator.naturalOrder();
  }

  private static <T> Comparator<Optional<T>> present(Comparator<T> order) {
    return Comparator.comparing(Optional::orElseThrow, order);
  }

  /** A part as it is, and descending where it can. */
  private static Part<?>[] both(Part<?> part) {
    try {
      return new Part<?>[] {part, part.descending()};
    } catch (IllegalArgumentException e) {
      return new Part<?>[] {part};
    }
  }

  private static Part<?>[] concat(Part<?>[] some, Part<?>[] more) {
    return Stream.of(some, more).flatMap(Stream::of).toArray(Part<?>[]::new);
  }

  /** A column without its parts. */
  private interface Draft<T> {
    Column<T> as(Part<?>... parts);
  }

  private static <T> Draft<T> key(
      String name,
      Ref<Sample, T> ref,
      Ref<Given, T> given,
      Ref<Given, ?> low,
      Ref<Given, ?> high,
      Gen<T> values,
      Comparator<T> order) {
    return key(name, ref, given, low, high, values, values, order);
  }

  private static <T> Draft<T> key(
      String name,
      Ref<Sample, T> ref,
      Ref<Given, T> given,
      Ref<Given, ?> low,
      Ref<Given, ?> high,
      Gen<?> ends,
      Gen<T> values,
      Comparator<T> order) {
    var bounds = new Bounds(low, high, low.named().component(), high.named().component(), ends);
    return parts ->
        new Column<>(
            name,
            ref,
            given,
            Optional.of(bounds),
            values,
            Optional.of(order),
            List.of(parts),
            Optional.empty());
  }

  private static <T extends Comparable<? super T>> Column<T> ordered(
      String name, Ref<Sample, T> ref, Ref<Given, T> given, Gen<T> values) {
    return new Column<>(
        name,
        ref,
        given,
        Optional.empty(),
        values,
        Optional.of(naturally()),
        List.of(),
        Optional.empty());
  }

  private static <T> Column<T> unordered(
      String name, Ref<Sample, T> ref, Ref<Given, T> given, Gen<T> values) {
    return new Column<>(
        name, ref, given, Optional.empty(), values, Optional.empty(), List.of(), Optional.empty());
  }

  static Sample random(Choices choices) {
    return SAMPLE.make(
        ALL.stream().map(column -> (Object) column.values().from(choices)).toArray());
  }

  /** A sample with the components of a stub. */
  static Sample sampleOf(Stub stub) {
    var shape = RecordShape.of(Stub.class, LOOKUP);
    var sample = EXAMPLE;
    for (var component : shape.components()) {
      var column = ALL.stream().filter(each -> each.name().equals(component.name())).findFirst();
      if (column.isEmpty()) continue;
      sample = with(sample, column.get(), shape.value(stub, component.index()));
    }
    return sample;
  }

  /** Random parameters, with the values of a sample for these columns. */
  static Given given(Choices choices, Optional<Sample> like, List<Column<?>> alike) {
    var copied = alike.stream().map(Column::component).map(Column::name).toList();
    var values = new HashMap<String, Object>();
    for (var column : ALL) {
      values.put(
          column.parameter(),
          like.isPresent() && copied.contains(column.name())
              ? column.of(like.get())
              : column.values().from(choices));
      column
          .bounds()
          .ifPresent(bounds -> {
            values.put(bounds.lowName(), bound(column, choices));
            values.put(bounds.highName(), bound(column, choices));
          });
    }
    values.put(
        "atDay",
        like.isPresent() && alike.contains(AT_DAY)
            ? AT_DAY.of(like.get())
            : AT_DAY.values().from(choices));
    values.put("words", WORDS.list(0, 4).from(choices));
    values.put("counts", COUNTS.list(0, 5).from(choices));
    return given(values);
  }

  private static Given given(Map<String, Object> values) {
    return GIVEN.make(
        GIVEN.components().stream().map(component -> values.get(component.name())).toArray());
  }

  /** Parameters with all values of a sample; ranges begin and end there. */
  static Given like(Sample sample) {
    var values = new HashMap<String, Object>();
    for (var column : ALL) {
      Object value = column.of(sample);
      values.put(column.parameter(), value);
      var end = value instanceof Optional<?> optional ? optional.orElse(null) : value;
      column
          .bounds()
          .ifPresent(bounds -> {
            var shown = end == null ? bound(column, EXAMPLE) : end;
            values.put(bounds.lowName(), shown);
            values.put(bounds.highName(), shown);
          });
    }
    values.put("atDay", AT_DAY.of(sample));
    values.put("words", List.of(sample.word(), sample.tag().orElse("a")));
    values.put("counts", List.of(sample.count(), sample.score().orElse(1L)));
    return given(values);
  }

  private static Object bound(Column<?> column, Sample sample) {
    return ((Optional<?>) column.of(sample)).orElseThrow();
  }

  private static Object bound(Column<?> column, Choices choices) {
    return column.bounds().orElseThrow().values().from(choices);
  }

  /** The sample with another value in one column. */
  static Sample with(Sample sample, Column<?> changed, Object value) {
    return SAMPLE.make(
        ALL.stream()
            .map(column -> column.is(changed) ? value : (Object) column.of(sample))
            .toArray());
  }
}
