package dev.trestle.console;

import dev.trestle.platform.queue.DeadJob;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.store.Cursor;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue of the platform. Counting reads the jobs, so a count is reused for a moment. */
final class PlatformQueue implements ConsoleQueue {
  private static final Duration COUNT_GOOD_FOR = Duration.ofSeconds(3);

  /** How many dead letters are searched. */
  private static final int DEAD_MAX = 10_000;

  private final WorkQueue queue;
  private final String name;
  private final InstantSource clock;
  private @Nullable State counted;
  private Instant countedAt = Instant.MIN;

  PlatformQueue(WorkQueue queue, String name, InstantSource clock) {
    this.queue = queue;
    this.name = name;
    this.clock = clock;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public synchronized State state() {
    var known = counted;
    var now = clock.instant();
    if (known != null && now.isBefore(countedAt.plus(COUNT_GOOD_FOR))) return known;
    var figures = queue.stats(name);
    var state =
        new State(
            figures.waiting(),
            figures.claimed(),
            figures.later(),
            figures.dead(),
            figures.complete(),
            figures.oldestDue());
    counted = state;
    countedAt = now;
    return state;
  }

  private synchronized void countAnew() {
    counted = null;
  }

  @Override
  public List<DeadLetter> deadLetters(int most) {
    var letters = new ArrayList<DeadLetter>();
    find(
        most,
        job -> {
          letters.add(letter(job));
          return false;
        });
    return letters;
  }

  private static DeadLetter letter(DeadJob job) {
    return new DeadLetter(id(job), job.payload(), job.attempts(), job.failure(), job.died());
  }

  /** The same id can have failed twice, so the time identifies the letter. */
  private static String id(DeadJob job) {
    return job.id() + "@" + job.died().toEpochMilli();
  }

  @Override
  public boolean replay(String id) {
    boolean done = find(DEAD_MAX, job -> id(job).equals(id)).filter(queue::replay).isPresent();
    countAnew();
    return done;
  }

  @Override
  public boolean drop(String id) {
    boolean done = find(DEAD_MAX, job -> id(job).equals(id)).filter(queue::drop).isPresent();
    countAnew();
    return done;
  }

  /** The first matching dead job among the first few. */
  private Optional<DeadJob> find(int most, Predicate<DeadJob> meant) {
    var cursor = Optional.of(Cursor.start());
    int left = most;
    while (cursor.isPresent() && left > 0) {
      var page = queue.dead(name, cursor.get());
      for (var job : page.items()) {
        if (left-- == 0) return Optional.empty();
        if (meant.test(job)) return Optional.of(job);
      }
      cursor = page.next();
    }
    return Optional.empty();
  }
}
