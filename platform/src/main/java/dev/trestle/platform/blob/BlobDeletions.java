package dev.trestle.platform.blob;

import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Deletes blobs by jobs of a work queue. Whoever asks for a deletion does not wait for the place of
 * the blobs, which may be unavailable for long.
 */
public final class BlobDeletions {
  /** About two days of attempts, ten minutes apart in the end. Then it is a dead letter. */
  private static final Backoff BACKOFF =
      new Backoff(400, Duration.ofSeconds(1), Duration.ofMinutes(10));

  private static final WorkOptions WORK = WorkOptions.STANDARD.concurrency(8).backoff(BACKOFF);

  private static final Duration GRACE = Duration.ofSeconds(2);

  private final WorkQueue queue;
  private final String name;
  private final Blobs blobs;

  /**
   * Takes deletions; {@link #start} carries them out.
   *
   * @param name of the queue of these jobs
   */
  public BlobDeletions(WorkQueue queue, String name, Blobs blobs) {
    this.queue = queue;
    this.name = name;
    this.blobs = blobs;
  }

  /**
   * Has blobs deleted soon. They must not be put again.
   *
   * @param id what the blobs belong to; with the same id and time, a repetition adds no second job
   * @param at when they became useless
   */
  public void delete(String id, List<BlobKey> keys, Instant at) {
    var payload = keys.stream().map(BlobKey::toString).collect(Collectors.joining("\n"));
    queue.enqueue(new NewJob(name, id, payload, at));
  }

  /**
   * Starts to delete, as one of the servers that share the queue. At the end, a deletion that takes
   * long is interrupted and made again elsewhere.
   */
  public AutoCloseable start() {
    var worker = queue.work(name, WORK, this::delete);
    return () -> worker.stop(GRACE);
  }

  private JobOutcome delete(Claim claim) {
    claim.payload().lines().map(BlobKey::parse).forEach(blobs::delete);
    return JobOutcome.done();
  }
}
