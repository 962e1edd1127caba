package dev.trestle.dynamodb.http.signature;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** When a request says it was signed. */
record SigningTime(Instant instant) {
  /** How far clocks may differ, and how long a request is valid if it does not say. */
  static final Duration SKEW = Duration.ofMinutes(15);

  private static final DateTimeFormatter BASIC =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withZone(ZoneOffset.UTC);

  static SigningTime parse(String text) {
    try {
      return new SigningTime(BASIC.parse(text, Instant::from));
    } catch (DateTimeException e) {
      throw SignatureRefusal.incomplete(
          "Date must be in ISO-8601 'basic format'. Got '"
              + text
              + "'. See http://en.wikipedia.org/wiki/ISO_8601");
    }
  }

  /** A {@code Date} header may also have the format of HTTP dates. */
  static SigningTime parseHeader(String text) {
    try {
      var http = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text.strip(), Instant::from);
      return new SigningTime(http);
    } catch (DateTimeException e) {
      return parse(text);
    }
  }

  /**
   * @param lifetime how long after signing the request is valid
   */
  void check(Instant clock, Duration lifetime) {
    var now = clock.truncatedTo(ChronoUnit.SECONDS);
    var earliest = now.minus(lifetime);
    if (instant.isBefore(earliest)) {
      throw SignatureRefusal.invalid(
          "Signature expired: %s is now earlier than %s (%s - %s)"
              .formatted(this, text(earliest), text(now), text(lifetime)));
    }
    var latest = now.plus(SKEW);
    if (instant.isAfter(latest)) {
      throw SignatureRefusal.invalid(
          "Signature not yet current: %s is still later than %s (%s + %s)"
              .formatted(this, text(latest), text(now), text(SKEW)));
    }
  }

  String day() {
    return toString().substring(0, "yyyyMMdd".length());
  }

  @Override
  public String toString() {
    return text(instant);
  }

  private static String text(Instant instant) {
    return BASIC.format(instant);
  }

  private static String text(Duration duration) {
    return duration.toSecondsPart() == 0
        ? duration.toMinutes() + " min."
        : duration.toSeconds() + " sec.";
  }
}
