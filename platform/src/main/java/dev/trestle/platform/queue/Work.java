package dev.trestle.platform.queue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Something to be done.
 *
 * <p>Id and due time together are what makes it one and the same: a producer that may repeat itself
 * gives both the same again, and a second enqueueing changes nothing.
 *
 * @param queue letters a to z, digits and hyphens
 * @param id printable ASCII without spaces, at most 128 characters
 * @param payload what the handler needs, better a reference to it than the thing itself
 * @param due not before this time; to the millisecond
 */
public record Work(String queue, String id, String payload, Instant due) {
  public static final int PAYLOAD_BYTES_MAX = 32 * 1024;

  public Work {
    due = due.truncatedTo(ChronoUnit.MILLIS);
    if (payload.getBytes(StandardCharsets.UTF_8).length > PAYLOAD_BYTES_MAX) {
      throw new IllegalArgumentException("a payload beyond 32 KB: enqueue a reference to it");
    }
  }
}
