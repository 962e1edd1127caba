package dev.trestle.console;

import dev.trestle.model.Table;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FeedFigures;
import java.util.function.Supplier;

/** A consumer of a table's stream as the console sees it. */
public record ConsoleFeed(String name, Supplier<FeedFigures> figures) {
  /** A consumer of the platform's feed. */
  public static ConsoleFeed of(ChangeFeed feed, String consumer, Table table) {
    return new ConsoleFeed(consumer, () -> feed.figures(consumer, table));
  }
}
