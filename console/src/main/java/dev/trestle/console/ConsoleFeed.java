package dev.trestle.console;

import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FeedStats;
import dev.trestle.platform.feed.FollowedTable;
import java.util.function.Supplier;

/** A consumer group that the console shows. */
public record ConsoleFeed(String name, Supplier<FeedStats> stats) {
  /** A group of the platform's feed. */
  public static ConsoleFeed of(ChangeFeed feed, FollowedTable followed) {
    return new ConsoleFeed(followed.group(), () -> feed.stats(followed.group(), followed.table()));
  }
}
