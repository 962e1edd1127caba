package dev.trestle.stak.model;

import com.fasterxml.jackson.annotation.JsonValue;
import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.platform.crypto.Sha256;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;

/** A message, the same for all its recipients: a ULID, so that ids sort by time. */
public record MessageId(@JsonValue String value) implements Comparable<MessageId> {
  /** Below every id. */
  public static final MessageId FIRST = new MessageId("00000000000000000000000000");

  /** Above every id that is made before the year 10889. */
  public static final MessageId LAST = new MessageId("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");

  /** The number of characters of an id. */
  public static final int LENGTH = 26;

  private static final long SECOND_MAX = (1L << 48) / 1000 - 1;

  public MessageId {
    if (!isValid(value)) throw new IllegalArgumentException("invalid message id");
  }

  /** The id with this text; none if the text is not a ULID in its one valid form. */
  public static Optional<MessageId> parse(String text) {
    return isValid(text) ? Optional.of(new MessageId(text)) : Optional.empty();
  }

  private static boolean isValid(String text) {
    return Ulid.isValid(text) && text.equals(Ulid.from(text).toString());
  }

  /** The id of what was begun at this time under this key: always the same for the same two. */
  public static MessageId derivedFrom(Instant begun, String key) {
    var hash = ByteBuffer.wrap(Sha256.of(key));
    return of(begun.toEpochMilli(), hash.getShort(), hash.getLong());
  }

  /** The greatest id of a second. */
  public static MessageId lastOf(Instant second) {
    long millis = Math.clamp(second.getEpochSecond(), 0, SECOND_MAX) * 1000 + 999;
    return of(millis, (short) -1, -1L);
  }

  private static MessageId of(long millis, short high, long low) {
    return new MessageId(new Ulid(millis << 16 | (high & 0xffff), low).toString());
  }

  /** When the id was made, to the second. */
  public Instant time() {
    return Instant.ofEpochSecond(Ulid.from(value).getTime() / 1000);
  }

  @Override
  public int compareTo(MessageId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
