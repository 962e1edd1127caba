package dev.trestle.platform.queue;

import dev.trestle.platform.queue.QueueModel.Claiming;
import dev.trestle.platform.queue.QueueModel.Done;
import dev.trestle.platform.queue.QueueModel.Failing;
import dev.trestle.platform.queue.QueueModel.Failure;
import dev.trestle.platform.queue.QueueModel.Postponing;
import dev.trestle.platform.queue.QueueModel.Returning;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The writes of a worker: it claims, ends, retries and fails jobs. */
final class JobWrites {
  /** A job with a longer pause gets a later due time, so that it is not read meanwhile. */
  private static final Duration PAUSE_IN_PLACE_MAX = Duration.ofSeconds(30);

  private static final int FAILURE_CHARACTERS_MAX = 500;

  private final WorkerContext context;

  JobWrites(WorkerContext context) {
    this.context = context;
  }

  /** The claimed job; empty if another worker was faster or the job is done. */
  Optional<Job> claim(Job job) {
    long now = context.nowMillis();
    var random = context.storeOptions().random();
    var token = "%016x%016x".formatted(random.nextLong(), random.nextLong());
    var written =
        context
            .store()
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
                    now + context.work().visibility().toMillis(),
                    Optional.of(token)));
    return switch (written) {
      case Written.Done<Job>(var claimed) -> claimed;
      // The first attempt succeeded and only its response was lost.
      case Written.Refused<Job>(var current) ->
          current.filter(there -> there.token().filter(token::equals).isPresent());
    };
  }

  Claim claimOf(Job job) {
    return new Claim(
        job.queue(),
        job.id(),
        job.payload(),
        job.due(),
        job.attempts(),
        job.token().orElseThrow(),
        Optional.of(doneKey(job)));
  }

  private static Done doneKey(Job job) {
    return new Done(job.queue(), job.shard(), job.due(), job.id(), job.token().orElseThrow());
  }

  /**
   * Ends a claimed job, unless the claim was lost.
   *
   * @param isInterrupted the worker stops and interrupted the job: an attempt that did not succeed
   *     does not count, and another worker may run the job at once
   */
  void end(Job job, JobOutcome outcome, boolean isInterrupted) {
    switch (outcome) {
      case JobOutcome.Done _ -> {
        boolean isMine = context.store().run(QueueModel.DONE, doneKey(job)).isDone();
        (isMine ? context.counters().done : context.counters().lost).increment();
      }
      case JobOutcome.DoneInTransaction _ -> context.counters().done.increment();
      case JobOutcome.Failed(var failure) -> fail(job, failure);
      case JobOutcome.Postponed(var pauseMax) -> {
        var random = context.storeOptions().random();
        giveBack(job, isInterrupted ? 0 : random.nextLong(pauseMax.toMillis() + 1));
      }
      case JobOutcome.Retry(var failure, var pauseMin) -> {
        if (isInterrupted) giveBack(job, 0);
        else if (context.work().backoff().isLast(job.attempts())) fail(job, failure);
        else retry(job, failure, longer(pause(job), pauseMin));
      }
    }
  }

  /** Takes the attempt back. */
  private void giveBack(Job job, long pauseMillis) {
    var returning =
        new Returning(
            job.queue(),
            job.shard(),
            job.due(),
            job.id(),
            job.token().orElseThrow(),
            job.attempts() - 1,
            context.nowMillis() + pauseMillis);
    boolean isMine = context.store().run(QueueModel.GIVE_BACK, returning).isDone();
    if (!isMine) context.counters().lost.increment();
    if (isMine) context.requeued().accept(job.pausedUntil(returning.visibleAt()));
  }

  private Duration pause(Job job) {
    return context.work().backoff().pauseAfter(job.attempts(), context.storeOptions().random());
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

  private void retry(Job job, String failure, Duration pause) {
    long until = context.nowMillis() + pause.toMillis();
    boolean isMine =
        pause.compareTo(PAUSE_IN_PLACE_MAX) <= 0
            ? retryInPlace(job, failure, until)
            : retryLater(job, failure, until);
    (isMine ? context.counters().retried : context.counters().lost).increment();
    if (isMine) context.requeued().accept(job.pausedUntil(until));
  }

  private boolean retryInPlace(Job job, String failure, long until) {
    var failing =
        new Failing(
            job.queue(),
            job.shard(),
            job.due(),
            job.id(),
            job.token().orElseThrow(),
            until,
            Optional.of(cut(failure)));
    return context.store().run(QueueModel.RETRY, failing).isDone();
  }

  private boolean retryLater(Job job, String failure, long until) {
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
    return context.store().run(QueueModel.POSTPONE, new Postponing(doneKey(job), later)).isDone();
  }

  private void fail(Job job, String failure) {
    var dead =
        new DeadJob(
            job.queue(),
            Instant.ofEpochMilli(context.nowMillis()),
            job.id(),
            job.payload(),
            job.attempts(),
            job.due(),
            job.enqueuedAt(),
            cut(failure));
    boolean isMine = context.store().run(QueueModel.FAIL, new Failure(doneKey(job), dead)).isDone();
    (isMine ? context.counters().failed : context.counters().lost).increment();
  }

  private static String cut(String failure) {
    return failure.length() <= FAILURE_CHARACTERS_MAX
        ? failure
        : failure.substring(0, FAILURE_CHARACTERS_MAX);
  }
}
