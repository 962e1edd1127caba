package dev.trestle.platform.web;

import java.nio.charset.StandardCharsets;

/** A server-sent event, encoded once for any number of streams. */
public final class LiveEvent {
  private final String name;
  private final String data;
  private final byte[] bytes;

  private LiveEvent(String id, String name, String data) {
    this.name = name;
    this.data = data;
    var text = new StringBuilder(data.length() + 64);
    if (!id.isEmpty()) text.append("id: ").append(oneLine(id)).append('\n');
    text.append("event: ").append(oneLine(name)).append('\n');
    // All line endings are handled, so that data cannot pose as another field.
    for (var line : data.split("\r\n|\r|\n", -1)) text.append("data: ").append(line).append('\n');
    this.bytes = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String oneLine(String text) {
    if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0 || text.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the name or id of an event has several lines");
    }
    return text;
  }

  /** An event with a record, map or list as JSON. */
  public static LiveEvent json(String name, Object value) {
    return text(name, new String(Json.write(value), StandardCharsets.UTF_8));
  }

  public static LiveEvent text(String name, String data) {
    return new LiveEvent("", name, data);
  }

  /** The same with an id, which a reconnecting client sends as Last-Event-ID. */
  public LiveEvent withId(String id) {
    return new LiveEvent(id, name, data);
  }

  byte[] bytes() {
    return bytes;
  }
}
