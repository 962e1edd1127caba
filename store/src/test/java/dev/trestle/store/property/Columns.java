package dev.trestle.store.property;

import static dev.trestle.store.property.Column.both;
import static dev.trestle.store.property.Column.concat;
import static dev.trestle.store.property.Column.derived;
import static dev.trestle.store.property.Column.key;
import static dev.trestle.store.property.Column.naturally;
import static dev.trestle.store.property.Column.ordered;
import static dev.trestle.store.property.Column.present;
import static dev.trestle.store.property.Column.unordered;

import dev.trestle.gen.Gen;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import dev.trestle.store.property.Sample.Blob;
import dev.trestle.store.property.Sample.Drawing;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Grade;
import dev.trestle.store.property.Sample.Inner;
import dev.trestle.store.property.Sample.Size;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Comparator;
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

/** The components of a sample. */
final class Columns {
  static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  static final RecordShape<Sample> SAMPLE = RecordShape.of(Sample.class, LOOKUP);
  static final RecordShape<Given> GIVEN = RecordShape.of(Given.class, LOOKUP);

  static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final Alphabet LETTERS = Alphabet.of("a-z");

  static final Gen<String> WORDS = Gen.of("a", "b", "ab", "abc", "z", "zz");
  private static final Gen<String> TEXTS = Gen.of("a", "b", "ab", "ü", "👍", "\uE000", "x y", "");
  static final Gen<Long> COUNTS = Gen.of(0L, 1L, 2L, 9L, 10L, 11L, 100L, -1L, -10L, 50L);
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
          .as(
              concat(
                  both(Part.number("level", 0, 120)),
                  both(
                      Part.number("level", 0, 120)
                          .asOrdered(Integer.class, Long::intValue, Integer::longValue))));
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

  /** In the order of code points, which is not that of chars: emoji come after U+E000. */
  static final Column<String> TITLE =
      key(
              "title",
              Sample::title,
              Given::title,
              Given::titleLow,
              Given::titleHigh,
              Gen.of("a", "a~b", "#", "~7E", "z", "ü", "\uE000", "👍", "👍a", "\uFFFD", "x y"),
              Columns::byCodePoint)
          .as(Part.escaped("title", 12), Part.raw("title", 40));

  static final Column<Long> TOTAL =
      key(
              "total",
              Sample::total,
              Given::total,
              Given::totalLow,
              Given::totalHigh,
              Gen.of(0L, 1L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, 100L),
              naturally())
          .as(both(Part.number("total", Long.MIN_VALUE, Long.MAX_VALUE)));
  static final Column<String> ULID =
      key(
              "ulid",
              Sample::ulid,
              Given::ulid,
              Given::ulidLow,
              Given::ulidHigh,
              Gen.of(
                      "00000000000000000000000000",
                      "01ARZ3NDEKTSV4RRFFQ69G5FAV",
                      "01ARZ3NDEKTSV4RRFFQ69G5FAW",
                      "7ZZZZZZZZZZZZZZZZZZZZZZZZZ")
                  .map("u_"::concat),
              naturally())
          .as(both(Part.ulid("ulid", "u_")));
  static final Column<Instant> SINCE =
      key(
              "since",
              Sample::since,
              Given::since,
              Given::sinceLow,
              Given::sinceHigh,
              Gen.of(0L, 1L, 60L, 86_400L, 40_000_000L).map(START::plusSeconds),
              naturally())
          .as(both(Part.seconds("since")));
  static final Column<Blob> BLOB =
      key(
              "blob",
              Sample::blob,
              Given::blob,
              Given::blobLow,
              Given::blobHigh,
              Gen.of(
                  Blob.of(0), Blob.of(1), Blob.of(1, 0), Blob.of(127), Blob.of(128), Blob.of(255)),
              Comparator.comparing(Blob::bytes, Arrays::compareUnsigned))
          .as(Part.bytes("blob", 4));

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
  static final Column<Integer> TIER =
      ordered(
          "tier",
          Sample::tier,
          Given::tier,
          Gen.of(0, 1, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE - 1));
  static final Column<Float> WEIGHT =
      ordered(
          "weight",
          Sample::weight,
          Given::weight,
          Gen.of(0f, 0.1f, -2.5f, Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE));
  static final Column<BigInteger> BIG =
      ordered(
          "big",
          Sample::big,
          Given::big,
          Gen.of("0", "-1", "9223372036854775808", "12345678901234567890123456789012345678")
              .map(BigInteger::new));
  static final Column<LocalTime> TIME =
      ordered(
          "time",
          Sample::time,
          Given::time,
          Gen.of("00:00", "10:00", "10:00:01", "10:00:00.500", "09:59:59.999999999")
              .map(LocalTime::parse));
  static final Column<LocalDateTime> MOMENT =
      ordered(
          "moment",
          Sample::moment,
          Given::moment,
          Gen.of("2026-01-01T10:00", "2026-01-01T10:00:00.001", "2026-01-01T09:59:59")
              .map(LocalDateTime::parse));
  static final Column<Set<Long>> NUMBERS =
      unordered(
          "numbers", Sample::numbers, Given::numbers, COUNTS.distinctList(0, 3).map(HashSet::new));
  private static final Gen<Inner> INNERS =
      choices ->
          new Inner(TEXTS.from(choices), COUNTS.from(choices), WORDS.optional().from(choices));
  static final Column<Optional<Inner>> EXTRA =
      unordered("extra", Sample::extra, Given::extra, INNERS.optional());
  static final Column<Drawing> DRAWING =
      unordered(
          "drawing",
          Sample::drawing,
          Given::drawing,
          Gen.oneOf(COUNTS.map(Drawing.Circle::new), COUNTS.list(0, 2).map(Drawing.Line::new)));
  static final Column<Inner> INNER = unordered("inner", Sample::inner, Given::inner, INNERS);

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

  /** Stands for the count and the total, where a condition can compare the one with the other. */
  static final Column<Long> LONGS =
      new Column<>(
          "count and total",
          Sample::count,
          Given::count,
          Optional.empty(),
          COUNTS,
          Optional.empty(),
          List.of(),
          Optional.of(COUNT));

  /**
   * Stands for the first of the lines, where a condition can name it: not where they have a
   * default.
   */
  static final Column<String> FIRST_LINE =
      new Column<>(
          "first line",
          Sample::word,
          Given::word,
          Optional.empty(),
          WORDS,
          Optional.empty(),
          List.of(),
          Optional.of(LINES));

  static final List<Column<?>> ALL =
      List.of(
          WORD, OTHER, COUNT, LEVEL, AT, DAY, MONTH, ID, GRADE, SIZE, PRICE, RATIO, FLAG, SPAN, TAG,
          SCORE, DUE, LABELS, LINES, MARKS, INNER, TITLE, TOTAL, ULID, SINCE, BLOB, TIER, WEIGHT,
          BIG, TIME, MOMENT, NUMBERS, EXTRA, DRAWING, REVISION, EDITION);

  /** Those that can be part of a table's key. */
  static final List<Column<?>> OF_TABLE_KEYS =
      List.of(
          WORD,
          OTHER,
          COUNT,
          LEVEL,
          AT,
          DAY,
          MONTH,
          ID,
          GRADE,
          AT_DAY,
          AT_MONTH,
          WORD_SHARD,
          TITLE,
          TOTAL,
          ULID,
          SINCE,
          BLOB);

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
          "t",
          5,
          "u_01ARZ3NDEKTSV4RRFFQ69G5FAV",
          START,
          Blob.of(1, 2),
          6,
          0.5f,
          BigInteger.TWO,
          LocalTime.NOON,
          LocalDateTime.of(2026, 1, 1, 12, 0),
          Set.of(7L),
          Optional.of(new Inner("e", 8, Optional.empty())),
          new Drawing.Circle(9),
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

  private static int byCodePoint(String one, String other) {
    return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }
}
