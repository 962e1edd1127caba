package dev.trestle.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Prints events, one per line. */
final class EventPrinter implements EventLog.Consumer {
  private final PrintWriter out;
  private final boolean json;
  private final Optional<String> key;
  private final boolean isGroup;
  private final Runnable unread;

  /**
   * Creates a printer.
   *
   * @param key prints events of this key only
   * @param isGroup whether events that could not be printed must come again
   * @param unread called when nobody reads the output any more
   */
  EventPrinter(
      PrintWriter out, boolean json, Optional<String> key, boolean isGroup, Runnable unread) {
    this.out = out;
    this.json = json;
    this.key = key;
    this.isGroup = isGroup;
    this.unread = unread;
  }

  @Override
  public void received(List<Event> events) throws IOException {
    for (var event : events) {
      if (key.isPresent() && !key.get().equals(event.key())) continue;
      out.println(json ? new String(event.json(), UTF_8) : text(event));
    }
    if (!out.checkError()) return;
    unread.run();
    if (isGroup) throw new IOException("nobody reads the output");
  }

  /** Such as {@code 2026-11-17T10:00:00.000Z chat_01J… message_sent number=7 user_id=user_01J…}. */
  private static String text(Event event) {
    var line = new StringJoiner(" ");
    line.add(Json.text(event.at())).add(plain(event.key())).add(plain(event.type()));
    for (var fact : event.data().properties()) {
      var value = fact.getValue();
      line.add(
          plain(fact.getKey())
              + "="
              + plain(value.isTextual() ? value.asText() : value.toString()));
    }
    return line.toString();
  }

  /** Others may write to the topic: no text of theirs controls the terminal. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cc}", "?");
  }
}
