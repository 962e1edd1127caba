package dev.trestle.stak.message;

import dev.trestle.stak.model.Tenants.InboxConfig;
import dev.trestle.stak.model.Tenants.TenantSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** How long messages live. */
public final class MessageLifetime {
  public static final Duration DEFAULT = Duration.ofDays(30);
  public static final Duration MAX = Duration.ofDays(730);

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})([dhms])");

  private MessageLifetime() {}

  /** What the inbox says of the category, else of all messages, else what the tenant says. */
  public static Duration of(
      String category, Optional<InboxConfig> inbox, Optional<TenantSettings> tenant) {
    return inbox
        .flatMap(config -> Optional.ofNullable(config.ttlByCategory().get(category)))
        .or(() -> inbox.flatMap(InboxConfig::ttl))
        .or(() -> tenant.flatMap(TenantSettings::ttl))
        .orElse(DEFAULT);
  }

  /** Reads a duration such as {@code 30d}, {@code 12h}, {@code 15m} or {@code 90s}. */
  public static Optional<Duration> parse(String text) {
    var parts = TEXT.matcher(text);
    if (!parts.matches()) return Optional.empty();
    long number = Long.parseLong(parts.group(1));
    var lifetime =
        switch (parts.group(2)) {
          case "d" -> Duration.ofDays(number);
          case "h" -> Duration.ofHours(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofSeconds(number);
        };
    return Optional.of(lifetime).filter(given -> number > 0 && given.compareTo(MAX) <= 0);
  }

  /** Writes a duration in the largest unit that is exact. */
  public static String text(Duration lifetime) {
    long seconds = lifetime.toSeconds();
    if (seconds % 86_400 == 0) return seconds / 86_400 + "d";
    if (seconds % 3600 == 0) return seconds / 3600 + "h";
    if (seconds % 60 == 0) return seconds / 60 + "m";
    return seconds + "s";
  }
}
