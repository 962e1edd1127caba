package dev.trestle.platform.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened in a system, as it is published.
 *
 * @param key what it happened to; events of one key are read in the order they were published in
 * @param sequence the number of the change in the stream of its table, which grows from one change
 *     of a key to the next. An event that is published again has the same key and sequence.
 * @param type what happened, such as {@code message_sent}
 * @param table the table whose change it was
 * @param at about when it happened
 * @param data the facts, by name
 */
public record Event(
    String key, String sequence, String type, String table, Instant at, JsonNode data) {
  /** The longest key, in characters. */
  public static final int KEY_MAX = 512;

  /** The largest event, in bytes of JSON. */
  public static final int BYTES_MAX = 512 * 1024;

  public Event {
    if (key.isEmpty() || key.length() > KEY_MAX) throw new IllegalArgumentException("the key");
    if (!sequence.matches("[0-9]{1,64}")) throw new IllegalArgumentException("the sequence");
    if (!data.isObject()) throw new IllegalArgumentException("the data is not an object");
  }

  /**
   * The event as JSON.
   *
   * @throws IllegalArgumentException if it is too large
   */
  public byte[] json() {
    var bytes = Json.write(this);
    if (bytes.length > BYTES_MAX) throw new IllegalArgumentException("the event is too large");
    return bytes;
  }

  /** Reads an event; empty if these bytes are none. */
  public static Optional<Event> parse(byte[] json) {
    try {
      return Optional.of(Json.read(json, Event.class));
    } catch (ApiError | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
