package dev.trestle.store.property;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A record with components of every kind. Random models choose which of them form keys. */
record Sample(
    String word,
    String other,
    long count,
    int level,
    Instant at,
    LocalDate day,
    YearMonth month,
    UUID id,
    Grade grade,
    Size size,
    BigDecimal price,
    double ratio,
    boolean flag,
    Duration span,
    Optional<String> tag,
    Optional<Long> score,
    Optional<Instant> due,
    Set<String> labels,
    List<String> lines,
    Map<String, Long> marks,
    Inner inner,
    String title,
    long total,
    String ulid,
    Instant since,
    Blob blob,
    int tier,
    float weight,
    BigInteger big,
    LocalTime time,
    LocalDateTime moment,
    Set<Long> numbers,
    Optional<Inner> extra,
    Drawing drawing,
    long revision,
    long edition)
    implements Stored {

  @Override
  public Sample asSample() {
    return this;
  }

  /** Names in the order of the constants. */
  enum Grade {
    A,
    B,
    C
  }

  /** Names in another order than the constants. */
  enum Size {
    SMALL,
    LARGE,
    HUGE
  }

  record Inner(String name, long number, Optional<String> note) {}

  /** Bytes that are equal if their contents are. */
  record Blob(byte[] bytes) {
    static Blob of(int... bytes) {
      var blob = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) blob[i] = (byte) bytes[i];
      return new Blob(blob);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return HexFormat.of().formatHex(bytes);
    }
  }

  /** One of several records. */
  sealed interface Drawing {
    record Circle(long radius) implements Drawing {}

    record Line(List<Long> ends) implements Drawing {}
  }

  /**
   * The parameters of every pattern: a value for each component of a sample, the bounds of ranges,
   * the partitions of merged queries. A sample's edition has no parameter of its name, so a version
   * that is kept there is counted but never asked for.
   */
  record Given(
      String word,
      String other,
      long count,
      int level,
      Instant at,
      LocalDate day,
      YearMonth month,
      UUID id,
      Grade grade,
      Size size,
      BigDecimal price,
      double ratio,
      boolean flag,
      Duration span,
      Optional<String> tag,
      Optional<Long> score,
      Optional<Instant> due,
      Set<String> labels,
      List<String> lines,
      Map<String, Long> marks,
      Inner inner,
      String title,
      long total,
      String ulid,
      Instant since,
      Blob blob,
      int tier,
      float weight,
      BigInteger big,
      LocalTime time,
      LocalDateTime moment,
      Set<Long> numbers,
      Optional<Inner> extra,
      Drawing drawing,
      long revision,
      long editionGiven,
      LocalDate atDay,
      List<String> words,
      List<Long> counts,
      String wordLow,
      String wordHigh,
      String otherLow,
      String otherHigh,
      long countLow,
      long countHigh,
      int levelLow,
      int levelHigh,
      Instant atLow,
      Instant atHigh,
      LocalDate dayLow,
      LocalDate dayHigh,
      YearMonth monthLow,
      YearMonth monthHigh,
      UUID idLow,
      UUID idHigh,
      Grade gradeLow,
      Grade gradeHigh,
      long scoreLow,
      long scoreHigh,
      Instant dueLow,
      Instant dueHigh,
      String tagLow,
      String tagHigh,
      String titleLow,
      String titleHigh,
      long totalLow,
      long totalHigh,
      String ulidLow,
      String ulidHigh,
      Instant sinceLow,
      Instant sinceHigh,
      Blob blobLow,
      Blob blobHigh) {}

  Glance glance() {
    return new Glance(word, count, tag, price);
  }

  /** Some of the components, read by a view. */
  record Glance(String word, long count, Optional<String> tag, BigDecimal price) {}

  /** The parameters of a transaction: steps of each kind and form. */
  record Moves(
      Sample put,
      Given update,
      Given delete,
      Given check,
      List<Sample> puts,
      Optional<Given> drop) {}

  /** The keys of a multi-get: one of each form. */
  record Wanted(Given one, Optional<Given> perhaps, List<Given> several) {}

  /** The result of a multi-get. */
  record Found(Optional<Sample> one, Optional<Sample> perhaps, List<Sample> several) {}

  /** The parameters of a multi-write. */
  record Changes(List<Sample> puts, List<Given> deletes) {}
}
