package dev.trestle.console;

import dev.trestle.model.Table;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FeedStats;
import java.util.function.Supplier;

/** A consumer group that the console shows. */
public record ConsoleFeed(String name, Supplier<FeedStats> stats) {
  /** A group of the platform's feed. */
  public static ConsoleFeed of(ChangeFeed feed, String consumer, Table table) {
    return new ConsoleFeed(consumer, () -> feed.stats(consumer, table));
  }
}
