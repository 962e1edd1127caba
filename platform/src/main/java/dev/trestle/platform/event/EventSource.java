package dev.trestle.platform.event;

import dev.trestle.model.Table;
import dev.trestle.platform.feed.Change;
import java.util.Optional;

/**
 * Turns the changes of a table into events. Events have ids, states, numbers and times, but no text
 * that a person wrote: a log cannot take back what it has told.
 */
public interface EventSource {
  /** The topic of its events, which is the name of its system. */
  String topic();

  Table table();

  /** The event of a change, if it is one that others follow. */
  Optional<NewEvent> of(Change change);

  /**
   * An event that is not published yet. Its type is the name of its record: {@code MessageSent}
   * becomes {@code message_sent}.
   *
   * @param key names the partition key of the changed item, or a part of that partition, so that
   *     its changes come in order
   * @param data a record of one of the system's events
   */
  record NewEvent(String key, Record data) {}
}
