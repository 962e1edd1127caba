package dev.trestle.platform.system;

import com.github.f4b6a3.ulid.UlidFactory;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Makes ids: a prefix and a ULID, such as {@code msg_01JCQZ8M5R3V7W9X1Y2Z3A4B5C}. Ids sort by time,
 * and ids of one instance in the order they were made. They are not secrets: ids of one millisecond
 * follow each other. May be used by any number of threads.
 */
public final class Ids {
  private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private final InstantSource clock;
  private final UlidFactory ulids;

  /**
   * Makes ids from a clock and a random generator, so that a run can be replayed.
   *
   * @param random may be used by any number of threads
   */
  public Ids(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.ulids =
        UlidFactory.newMonotonicInstance(length -> {
          var bytes = new byte[length];
          random.nextBytes(bytes);
          return bytes;
        });
  }

  /** A new id with a prefix such as {@code msg_}. */
  public String next(String prefix) {
    return prefix + next();
  }

  /** A new ULID without a prefix. */
  public String next() {
    return ulids.create(clock.millis()).toString();
  }

  /** Whether a text that came from outside has the form of an id with this prefix. */
  public static boolean isId(String prefix, String text) {
    return text.startsWith(prefix) && ULID.matcher(text.substring(prefix.length())).matches();
  }
}
