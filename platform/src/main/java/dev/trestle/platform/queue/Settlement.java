package dev.trestle.platform.queue;

import dev.trestle.platform.queue.QueueModel.Burying;
import dev.trestle.platform.queue.QueueModel.Claiming;
import dev.trestle.platform.queue.QueueModel.Done;
import dev.trestle.platform.queue.QueueModel.Failing;
import dev.trestle.platform.queue.QueueModel.Postponing;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The writes of a worker: claims, ends, retries, burials. */
final class Settlement {
  /** A job that pauses longer is put at another due time, so that it is not read meanwhile. */
  private static final Duration STAYS_MAX = Duration.ofSeconds(30);

  private static final int FAILURE_CHARACTERS_MAX = 500;

  private final Workroom room;

  Settlement(Workroom room) {
    this.room = room;
  }

  /** The job as it is then; none where another was faster or it is done. */
  Optional<Job> claim(Job job) {
    long now = room.nowMillis();
    var random = room.storeOptions().random();
    var token = "%016x%016x".formatted(random.nextLong(), random.nextLong());
    var written =
        room.store()
            .run(
                QueueModel.CLAIM,
                new Claiming(
                    job.queue(),
                    job.shard(),
                    job.due(),
                    job.id(),
                    job.attempts(),
                    job.attempts() + 1,
                    now,
                    now + room.work().visibility().toMillis(),
                    Optional.of(token)));
    return switch (written) {
      case Written.Done<Job>(var claimed) -> claimed;
      // Refused by its own first attempt, whose answer was lost.
      case Written.Refused<Job>(var current) ->
          current.filter(there -> there.token().filter(token::equals).isPresent());
    };
  }

  Claim of(Job job) {
    return new Claim(
        job.queue(),
        job.id(),
        job.payload(),
        job.due(),
        job.attempts(),
        job.token().orElseThrow(),
        Optional.of(end(job)));
  }

  private static Done end(Job job) {
    return new Done(job.queue(), job.shard(), job.due(), job.id(), job.token().orElseThrow());
  }

  /**
   * Writes down what became of a claimed job; nothing where the claim was lost.
   *
   * @param givenUp the worker stops: the job may come again at once
   */
  void settle(Job job, Handled handled, boolean givenUp) {
    switch (handled) {
      case Handled.Done _ -> {
        boolean mine = room.store().run(QueueModel.DONE, end(job)).isDone();
        (mine ? room.tally().done : room.tally().lost).increment();
      }
      case Handled.Settled _ -> room.tally().done.increment();
      case Handled.Hopeless(var failure) -> bury(job, failure);
      case Handled.Retry(var failure) -> {
        if (givenUp) retry(job, failure, Duration.ZERO);
        else if (room.work().backoff().isLast(job.attempts())) bury(job, failure);
        else retry(job, failure, pause(job));
      }
    }
  }

  private Duration pause(Job job) {
    return room.work().backoff().pauseAfter(job.attempts(), room.storeOptions().random());
  }

  private void retry(Job job, String failure, Duration pause) {
    long until = room.nowMillis() + pause.toMillis();
    boolean mine =
        pause.compareTo(STAYS_MAX) <= 0 ? stay(job, failure, until) : move(job, failure, until);
    (mine ? room.tally().retried : room.tally().lost).increment();
    if (mine) room.moved().accept(job);
  }

  private boolean stay(Job job, String failure, long until) {
    var failing =
        new Failing(
            job.queue(),
            job.shard(),
            job.due(),
            job.id(),
            job.token().orElseThrow(),
            until,
            Optional.of(cut(failure)));
    return room.store().run(QueueModel.RETRY, failing).isDone();
  }

  private boolean move(Job job, String failure, long until) {
    var later =
        new Job(
            job.queue(),
            job.shard(),
            Instant.ofEpochMilli(until),
            job.id(),
            job.payload(),
            until,
            Optional.empty(),
            job.attempts(),
            job.enqueuedAt(),
            Optional.of(cut(failure)));
    return room.store().run(QueueModel.POSTPONE, new Postponing(end(job), later)).isDone();
  }

  private void bury(Job job, String failure) {
    var dead =
        new DeadJob(
            job.queue(),
            Instant.ofEpochMilli(room.nowMillis()),
            job.id(),
            job.payload(),
            job.attempts(),
            job.due(),
            job.enqueuedAt(),
            cut(failure));
    boolean mine = room.store().run(QueueModel.BURY, new Burying(end(job), dead)).isDone();
    (mine ? room.tally().buried : room.tally().lost).increment();
  }

  private static String cut(String failure) {
    return failure.length() <= FAILURE_CHARACTERS_MAX
        ? failure
        : failure.substring(0, FAILURE_CHARACTERS_MAX);
  }
}
