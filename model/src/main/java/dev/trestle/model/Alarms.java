package dev.trestle.model;

import java.time.Duration;
import java.util.Optional;

/**
 * When an operator is called: at this share of the provisioned units, at the first throttled
 * request, at this latency of the slowest hundredth.
 */
public record Alarms(double consumedShare, boolean throttled, Optional<Duration> latencyP99) {
  public static final Alarms STANDARD = new Alarms(0.8, true, Optional.of(Duration.ofMillis(100)));

  public Alarms {
    if (!(consumedShare > 0 && consumedShare <= 1)) {
      throw new IllegalArgumentException("a share of " + consumedShare);
    }
  }
}
