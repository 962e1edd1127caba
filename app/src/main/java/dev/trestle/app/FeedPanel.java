package dev.trestle.app;

import dev.trestle.console.ConsoleFeed;
import dev.trestle.model.Table;
import dev.trestle.platform.feed.ChangeFeed;
import java.util.List;

/** A consumer of a table's changes, for the console to look at. */
record FeedPanel(String name, Table follows, String prefix, ChangeFeed feed)
    implements ConsoleFeed {
  @Override
  public String table() {
    return prefix + follows.name();
  }

  @Override
  public List<Position> positions() {
    return feed.figures(name, follows).shards().stream()
        .map(shard ->
            new Position(
                shard.shard(), shard.owner(), shard.checkpoint(), shard.lag(), shard.done()))
        .toList();
  }
}
