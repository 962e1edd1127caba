package dev.trestle.model.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/** Instants as milliseconds or seconds since 1970. */
final class InstantForm extends TextForm<Instant> {
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final long SECONDS_MAX = 9_999_999_999L;

  /** The unit in which instants are counted. */
  enum Tick {
    MILLIS(SECONDS_MAX * 1000 + 999),
    SECONDS(SECONDS_MAX);

    private final long max;

    Tick(long max) {
      this.max = max;
    }
  }

  private final Tick tick;
  private final WholeNumberForm digits;

  InstantForm(Tick tick) {
    this.tick = tick;
    digits = new WholeNumberForm(0, tick.max);
  }

  @Override
  Language shape() {
    return digits.shape();
  }

  @Override
  Class<Instant> type() {
    return Instant.class;
  }

  @Override
  PartForm data() {
    return switch (tick) {
      case MILLIS -> new PartForm.Millis();
      case SECONDS -> new PartForm.Seconds();
    };
  }

  @Override
  boolean ordered() {
    return true;
  }

  @Override
  void append(StringBuilder out, Instant value, String part) {
    digits.append(out, ticks(value, part), part);
  }

  @Override
  Instant parse(String text, int from, int to, String part) {
    return instant(digits.parse(text, from, to, part));
  }

  private Instant instant(long ticks) {
    return switch (tick) {
      case MILLIS -> Instant.ofEpochMilli(ticks);
      case SECONDS -> Instant.ofEpochSecond(ticks);
    };
  }

  private long ticks(Instant value, String part) {
    // Checked before the multiplication below could overflow to another instant.
    if (value.getEpochSecond() < 0 || value.getEpochSecond() > SECONDS_MAX) {
      throw new RefusedValueException(part, "is not within the years 1970 to 2286");
    }
    return switch (tick) {
      case MILLIS -> {
        checkWholeMillis(value, part);
        yield value.getEpochSecond() * 1000 + value.getNano() / NANOS_PER_MILLI;
      }
      case SECONDS -> {
        if (value.getNano() != 0) {
          throw new RefusedValueException(
              part, "is finer than a second: a key must not lose what it was made of");
        }
        yield value.getEpochSecond();
      }
    };
  }

  @SuppressWarnings("JavaInstantGetSecondsGetNano") // Only the fraction of a second is needed.
  static void checkWholeMillis(Instant value, String part) {
    if (value.getNano() % NANOS_PER_MILLI != 0) {
      throw new RefusedValueException(
          part,
          "is finer than a millisecond: a key must not lose what it was made of"
              + " (Clock.tickMillis)");
    }
  }

  @Override
  int end(String text, int from) {
    return digits.end(text, from);
  }

  @Override
  Optional<Part.NumberForm<Instant>> number(String part) {
    return digits
        .number(part)
        .map(whole ->
            new Part.NumberForm<>() {
              @Override
              public BigDecimal number(Instant value) {
                return whole.number(ticks(value, part));
              }

              @Override
              public Instant value(BigDecimal number) {
                return instant(whole.value(number));
              }
            });
  }
}
