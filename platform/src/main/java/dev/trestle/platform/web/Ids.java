package dev.trestle.platform.web;

import com.github.f4b6a3.ulid.Ulid;
import java.time.InstantSource;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Ids of things: a prefix that says what it is, and a ULID. */
public final class Ids {
  private static final int RANDOM_BYTES = 10;

  private Ids() {}

  /** Fresh ids such as {@code req_01JCQZ8M5R3V7W9X1Y2Z3A4B5C}, from any thread. */
  public static Supplier<String> of(String prefix, InstantSource clock, RandomGenerator random) {
    return () -> {
      var bytes = new byte[RANDOM_BYTES];
      random.nextBytes(bytes);
      return prefix + new Ulid(clock.millis(), bytes);
    };
  }
}
