package dev.trestle.platform.feed;

import dev.trestle.model.Table;

/**
 * Delivers the changes of a table to a consumer group: each change reaches one server of the group.
 * To reach every server, publish to {@link dev.trestle.platform.signal.Signals} from the consumer.
 *
 * <p>A change is delivered at least once: again after a crash, and until the consumer accepts it.
 * Changes of one item come in order; changes of different items may come in any order. Two servers
 * handle the same batch at once only if one of them was so slow that the other took its lease.
 */
public interface ChangeFeed {
  /**
   * Follows a table that has a stream, until the subscription is closed.
   *
   * @param group the consumer group, the same after each start: letters, digits, hyphens
   */
  Subscription follow(String group, Table table, Start start, ChangeConsumer consumer);

  /** How far the group has come with the table. */
  FeedStats stats(String group, Table table);

  /** Where a new group begins. */
  enum Start {
    /** With the oldest change that the stream keeps, about a day ago. */
    HORIZON,
    /** With changes from now on, and perhaps a few before. */
    NOW
  }

  /** A consumer at work in this process. */
  interface Subscription extends AutoCloseable {
    /** Finishes the batches under way, stores the checkpoints and releases the shards. */
    @Override
    void close();
  }
}
