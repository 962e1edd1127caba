package dev.trestle.platform.feed;

import dev.trestle.model.Table;

/**
 * Changes of tables, for whoever follows them.
 *
 * <p>Consumers of one name share the work, wherever they run: each change reaches one of them. It
 * reaches it at least once, and again after a crash or when a consumer fails. Changes of one item
 * come in their order; of changes of different items nothing is promised. Only where a process was
 * so slow that others thought it dead may it still be at a batch while another begins with the same
 * one.
 */
public interface ChangeFeed {
  /**
   * Follows a table that has a stream, until the subscription is closed.
   *
   * @param consumer a name that comes again with each start: letters, digits, hyphens
   */
  Subscription follow(String consumer, Table table, Start start, ChangeConsumer changes);

  /** How far the consumer has come with the table. */
  FeedFigures figures(String consumer, Table table);

  /** Where a consumer begins that was never there before. */
  enum Start {
    /** With the oldest change that is kept, about a day ago. */
    HORIZON,
    /** With what changes from now on, and perhaps a little before. */
    NOW
  }

  /** A consumer at work in this process. */
  interface Subscription extends AutoCloseable {
    /** Lets batches under way end, writes down how far it came, and leaves its shards to others. */
    @Override
    void close();
  }
}
