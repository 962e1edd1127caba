package dev.trestle.stak.inbox;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Ids of messages: they sort by time, and those of one process in the order they were made. */
public final class MessageIds {
  /** Above every id that is made before the year 10889. */
  public static final String LAST = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";

  /** Below every id. */
  public static final String FIRST = "00000000000000000000000000";

  private final InstantSource clock;
  private final UlidFactory ids;

  public MessageIds(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.ids = UlidFactory.newMonotonicInstance((LongSupplier) random::nextLong);
  }

  public String next() {
    return ids.create(clock.millis()).toString();
  }

  /** The id of what was begun at a time under a key: one and the same for the same. */
  public static String of(Instant begun, String key) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var hash = ByteBuffer.wrap(digest.digest(key.getBytes(StandardCharsets.UTF_8)));
      return new Ulid(begun.toEpochMilli() << 16 | (hash.getShort() & 0xffff), hash.getLong())
          .toString();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The greatest id of a second. */
  public static String lastOf(Instant second) {
    long millis = Math.clamp(second.getEpochSecond(), 0, MAX_SECOND) * 1000 + 999;
    return new Ulid(millis << 16 | 0xffff, -1L).toString();
  }

  private static final long MAX_SECOND = (1L << 48) / 1000 - 1;

  /** When an id was made, to the second. */
  public static Instant timeOf(String id) {
    return Instant.ofEpochSecond(Ulid.from(id).getTime() / 1000);
  }

  public static boolean isId(String text) {
    return Ulid.isValid(text) && text.equals(Ulid.from(text).toString());
  }
}
