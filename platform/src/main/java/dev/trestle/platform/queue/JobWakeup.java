package dev.trestle.platform.queue;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Names a job that some server should run now or soon. It carries the key of the job and nothing of
 * its payload.
 *
 * @param visibleAt when the job may be claimed; later than {@code due} after a failed attempt
 */
public record JobWakeup(String queue, long shard, Instant due, String id, Instant visibleAt) {
  /** The words of {@link #text}: its version, queue, shard, two times in milliseconds, and id. */
  private static final Pattern TEXT =
      Pattern.compile("1 ([a-z0-9-]{1,64}) (\\d{1,2}) (\\d{1,13}) (\\d{1,13}) ([!-~]{1,128})");

  static JobWakeup of(Job job) {
    return new JobWakeup(
        job.queue(), job.shard(), job.due(), job.id(), Instant.ofEpochMilli(job.visibleAt()));
  }

  /** A line of text for a message. */
  public String text() {
    return String.join(
        " ",
        "1",
        queue,
        Long.toString(shard),
        Long.toString(due.toEpochMilli()),
        Long.toString(visibleAt.toEpochMilli()),
        id);
  }

  /** Reads a message; empty if it is none of ours, or of a version that is not known here. */
  public static Optional<JobWakeup> parse(String text) {
    var words = TEXT.matcher(text);
    if (!words.matches()) return Optional.empty();
    return Optional.of(
        new JobWakeup(
            words.group(1),
            Long.parseLong(words.group(2)),
            Instant.ofEpochMilli(Long.parseLong(words.group(3))),
            words.group(5),
            Instant.ofEpochMilli(Long.parseLong(words.group(4)))));
  }
}
