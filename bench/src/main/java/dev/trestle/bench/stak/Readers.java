package dev.trestle.bench.stak;

import dev.trestle.bench.Latencies;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** People who read their list and counts, each some times a second, while something else runs. */
final class Readers implements AutoCloseable {
  private static final int PEOPLE = 8;
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int PAGE = 20;

  private final Mailroom room;
  private final int users;
  private final ExecutorService people = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Latencies> lists = new ArrayList<>();
  private volatile boolean isOver;

  /** Of users who are among the first of so many. */
  Readers(Mailroom room, int users) {
    this.room = room;
    this.users = users;
    for (int i = 0; i < PEOPLE; i++) {
      var mine = new Latencies();
      lists.add(mine);
      var random = new SplittableRandom(i);
      people.execute(() -> read(mine, random));
    }
  }

  private void read(Latencies mine, SplittableRandom random) {
    while (!isOver) {
      var inbox = room.inbox(StakBench.of(random.nextInt(users)));
      long start = System.nanoTime();
      inbox.list(Filter.ALL, MessageIds.LAST, PAGE);
      inbox.unread();
      mine.add(System.nanoTime() - start);
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Ends them and gives how long reading took. */
  Latencies end() {
    isOver = true;
    people.close();
    var all = new Latencies();
    lists.forEach(all::add);
    return all;
  }

  @Override
  public void close() {
    isOver = true;
    people.close();
  }
}
