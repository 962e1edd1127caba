package dev.trestle.stak.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The user API of one user's inbox. Errors are {@link StakException}s. */
public final class UserClient {
  /** A message. Its body is a text or JSON. */
  public record Message(
      String id,
      String category,
      String sender,
      Instant received,
      boolean read,
      boolean seen,
      boolean archived,
      String title,
      JsonNode body,
      Optional<String> ctaUri) {}

  public record Page(List<Message> messages, Optional<String> next) {}

  public record Unread(long total, long unseen, Map<String, Long> categories) {}

  /** A live event: new, redacted, read, changed or counts. */
  public record Event(String name, String data) {}

  private final StakCalls calls;

  UserClient(StakCalls calls) {
    this.calls = calls;
  }

  /** Returns the newest messages. */
  public Page last(int limit) {
    return page("messages/last/" + limit);
  }

  /** Returns the page after one that had a next. */
  public Page last(int limit, String next) {
    return page("messages/last/" + limit + "?next=" + StakCalls.segment(next));
  }

  private Page page(String path) {
    var response = calls.get(path);
    var messages = new ArrayList<Message>();
    for (var message : response.get("messages")) messages.add(message(message));
    var next = response.at("/paging/next_token");
    return new Page(
        List.copyOf(messages), next.isTextual() ? Optional.of(next.asText()) : Optional.empty());
  }

  private static Message message(JsonNode json) {
    var uri = json.at("/message/cta_uri");
    return new Message(
        json.get("id").asText(),
        json.get("category").asText(),
        json.get("sender").asText(),
        Instant.ofEpochSecond(json.get("received").asLong()),
        json.get("read").asBoolean(),
        json.get("seen").asBoolean(),
        json.get("archived").asBoolean(),
        json.at("/message/title").asText(),
        json.at("/message/body"),
        uri.isTextual() ? Optional.of(uri.asText()) : Optional.empty());
  }

  public Unread unread() {
    return unread(calls.get("messages/unread"));
  }

  private static Unread unread(JsonNode json) {
    var categories = new HashMap<String, Long>();
    json.get("categories")
        .properties()
        .forEach(entry -> categories.put(entry.getKey(), entry.getValue().asLong()));
    return new Unread(
        json.get("total").asLong(), json.get("unseen").asLong(), Map.copyOf(categories));
  }

  public Unread read(Collection<String> ids) {
    return unread(calls.put("messages/read", Map.of("messages", ids)));
  }

  /** Reads everything that was received up to and including a second. */
  public Unread readAll(Instant upTo) {
    return unread(calls.put("messages/read", Map.of("after", upTo.getEpochSecond())));
  }

  /** Marks everything seen. */
  public Unread seen() {
    return unread(calls.put("messages/seen", Map.of()));
  }

  /** Mutes these categories and no others. */
  public void mute(Collection<String> categories) {
    calls.put("preferences", Map.of("muted", categories));
  }

  /**
   * Chooses how to get e-mails of some categories.
   *
   * @param choices by category: off, immediately, daily or weekly
   */
  public void chooseEmails(Map<String, String> choices) {
    calls.put("preferences", Map.of("email", choices));
  }

  /** Chooses which categories are pushed to the user's browsers. */
  public void choosePush(Map<String, Boolean> choices) {
    calls.put("preferences", Map.of("push", choices));
  }

  /** The key that browsers subscribe with; none if the server pushes no messages. */
  public Optional<String> pushKey() {
    var key = calls.get("push").at("/data/public_key");
    return key.isTextual() ? Optional.of(key.asText()) : Optional.empty();
  }

  /** Registers a browser for push messages, as its subscription says. */
  public void registerBrowser(String endpoint, String p256dh, String auth) {
    calls.put(
        "push", Map.of("endpoint", endpoint, "p256dh", p256dh, "auth", auth, "subscribed", true));
  }

  /** Ends push messages to a browser. */
  public void removeBrowser(String endpoint) {
    calls.put("push", Map.of("endpoint", endpoint, "subscribed", false));
  }

  /**
   * Sets the hours in which no e-mail and no push message is sent.
   *
   * @param hours such as {@code 22:00-07:00}; empty for none
   * @param zone such as {@code Europe/Warsaw}
   */
  public void quietHours(String hours, String zone) {
    calls.put("preferences", Map.of("quiet_hours", hours, "time_zone", zone));
  }

  /** Subscribes to an open topic, or unsubscribes. */
  public void subscribe(String topic, boolean isWanted) {
    calls.put("topics/" + StakCalls.segment(topic), Map.of("subscribed", isWanted));
  }

  /**
   * Passes live events to the listener, on this thread, until the server ends the stream, the
   * thread is interrupted or the listener throws. A client that reconnects should read its list.
   */
  public void follow(Consumer<Event> listener) {
    try (var lines =
        new BufferedReader(new InputStreamReader(calls.stream("events"), StandardCharsets.UTF_8))) {
      var name = "message";
      var data = new StringBuilder();
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("event: ")) name = line.substring(7);
        if (line.startsWith("data: "))
          data.append(data.isEmpty() ? "" : "\n").append(line, 6, line.length());
        if (line.isEmpty() && !data.isEmpty()) {
          listener.accept(new Event(name, data.toString()));
          name = "message";
          data.setLength(0);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
