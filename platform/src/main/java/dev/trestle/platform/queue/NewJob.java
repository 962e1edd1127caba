package dev.trestle.platform.queue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A job to enqueue. Id and due time identify it: enqueueing the same pair again changes nothing, so
 * a producer that may repeat itself must repeat both.
 *
 * @param queue letters a to z, digits and hyphens
 * @param id printable ASCII without spaces, at most 128 characters
 * @param payload what the handler needs; prefer a reference to the data itself
 * @param due the earliest time to run, in milliseconds
 */
public record NewJob(String queue, String id, String payload, Instant due) {
  public static final int PAYLOAD_BYTES_MAX = 32 * 1024;

  public NewJob {
    due = due.truncatedTo(ChronoUnit.MILLIS);
    if (payload.getBytes(StandardCharsets.UTF_8).length > PAYLOAD_BYTES_MAX) {
      throw new IllegalArgumentException("the payload exceeds 32 KB: enqueue a reference");
    }
  }
}
