package dev.trestle.model.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;

/** Moments as milliseconds or seconds since 1970. */
final class InstantForm extends Form<Instant> {
  private static final int NANOS_PER_MILLI = 1_000_000;

  /** The tick that a moment is counted in. */
  enum Tick {
    MILLIS(9_999_999_999_999L),
    SECONDS(9_999_999_999L);

    private final WholeForm digits;

    Tick(long max) {
      digits = new WholeForm(0, max);
    }
  }

  private final Tick tick;

  InstantForm(Tick tick) {
    this.tick = tick;
  }

  @Override
  Shape shape() {
    return tick.digits.shape();
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
    tick.digits.append(out, ticks(value, part), part);
  }

  @Override
  Instant parse(String text, int from, int to, String part) {
    return instant(tick.digits.parse(text, from, to, part));
  }

  private Instant instant(long ticks) {
    return switch (tick) {
      case MILLIS -> Instant.ofEpochMilli(ticks);
      case SECONDS -> Instant.ofEpochSecond(ticks);
    };
  }

  private long ticks(Instant value, String part) {
    return switch (tick) {
      case MILLIS -> {
        checkWholeMillis(value, part);
        yield value.getEpochSecond() * 1000 + value.getNano() / NANOS_PER_MILLI;
      }
      case SECONDS -> {
        if (value.getNano() != 0) {
          throw new RefusedValueException(
              part, value, "is finer than a second: a key must not lose what it was made of");
        }
        yield value.getEpochSecond();
      }
    };
  }

  static void checkWholeMillis(Instant value, String part) {
    if (value.getNano() % NANOS_PER_MILLI != 0) {
      throw new RefusedValueException(
          part,
          value,
          "is finer than a millisecond: a key must not lose what it was made of"
              + " (Clock.tickMillis)");
    }
  }

  @Override
  int end(String text, int from) {
    return tick.digits.end(text, from);
  }

  @Override
  Optional<Part.NumberForm<Instant>> number(String part) {
    return tick.digits
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
