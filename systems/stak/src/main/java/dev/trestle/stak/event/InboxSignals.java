package dev.trestle.stak.event;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.Json;
import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.StreamSupport;

/**
 * Sends what happens in inboxes to the live streams of every server, this one included. Streams
 * have to look at the tables when signals were lost.
 */
public final class InboxSignals implements Consumer<InboxEvent> {
  private static final String TOPIC = "stak.inboxes";

  private final Signals signals;

  /**
   * An event as a signal carries it. What a kind of event does not have is empty.
   *
   * @param at in milliseconds
   */
  private record Signal(
      String kind,
      String tenant,
      String inbox,
      String user,
      List<String> messages,
      List<String> users,
      String text,
      long at) {}

  /** Receives the events of all servers. */
  public interface Listener {
    void happened(InboxEvent event);

    /** Events were lost: look at the tables. */
    void missed();
  }

  public InboxSignals(Signals signals) {
    this.signals = signals;
  }

  @Override
  public void accept(InboxEvent event) {
    signals.publish(TOPIC, Json.write(signal(event)));
  }

  public Signals.Subscription subscribe(Listener listener) {
    return signals.subscribe(
        TOPIC,
        new Signals.Listener() {
          @Override
          public void received(byte[] message) throws IOException {
            listener.happened(event(Json.tree().readTree(message)));
          }

          @Override
          public void missed() {
            listener.missed();
          }
        });
  }

  private static Signal signal(InboxEvent event) {
    return switch (event) {
      case InboxEvent.Delivered(var message, var category, _, var users) ->
          ofMessage("delivered", message, category, users);
      case InboxEvent.BroadcastSent(var message, var category) ->
          ofMessage("broadcast", message, category, List.of());
      // Only so that administrators' pages look again.
      case InboxEvent.Undelivered(var message, _, _, var users) ->
          ofUser(
              "changed",
              message.inboxKey().user(users.getFirst()),
              List.of(message.id()),
              Instant.EPOCH);
      case InboxEvent.Redacted(var message, _, var users) ->
          ofMessage("redacted", message, "", users);
      case InboxEvent.BroadcastRedacted(var message) ->
          ofMessage("broadcast_redacted", message, "", List.of());
      case InboxEvent.MessagesRead(var key, var ids, var at) -> ofUser("read", key, ids, at);
      case InboxEvent.AllRead(var key, var upTo, _) -> ofUser("all_read", key, List.of(), upTo);
      case InboxEvent.InboxChanged(var key, var ids) -> ofUser("changed", key, ids, Instant.EPOCH);
    };
  }

  private static Signal ofMessage(String kind, MessageKey key, String text, List<UserId> users) {
    return new Signal(
        kind,
        key.tenant().value(),
        key.inbox().value(),
        "",
        List.of(key.id().value()),
        users.stream().map(UserId::value).toList(),
        text,
        0);
  }

  private static Signal ofUser(String kind, UserInboxKey key, List<MessageId> ids, Instant at) {
    return new Signal(
        kind,
        key.tenant().value(),
        key.inbox().value(),
        key.user().value(),
        ids.stream().map(MessageId::value).toList(),
        List.of(),
        "",
        at.toEpochMilli());
  }

  private static InboxEvent event(JsonNode signal) {
    var inbox =
        new InboxKey(new TenantId(text(signal, "tenant")), new InboxId(text(signal, "inbox")));
    var ids = list(signal.path("messages"), MessageId::new);
    var at = Instant.ofEpochMilli(signal.path("at").asLong());
    var text = text(signal, "text");
    return switch (text(signal, "kind")) {
      case "delivered" -> {
        var users = list(signal.path("users"), UserId::new);
        yield new InboxEvent.Delivered(inbox.message(ids.getFirst()), text, "", users);
      }
      case "broadcast" -> new InboxEvent.BroadcastSent(inbox.message(ids.getFirst()), text);
      case "redacted" -> {
        var users = list(signal.path("users"), UserId::new);
        yield new InboxEvent.Redacted(inbox.message(ids.getFirst()), "", users);
      }
      case "broadcast_redacted" -> new InboxEvent.BroadcastRedacted(inbox.message(ids.getFirst()));
      case "read" -> new InboxEvent.MessagesRead(user(inbox, signal), ids, at);
      case "all_read" -> new InboxEvent.AllRead(user(inbox, signal), at, at);
      // Kinds that a newer server may send: something has changed.
      default -> new InboxEvent.InboxChanged(user(inbox, signal), ids);
    };
  }

  private static UserInboxKey user(InboxKey inbox, JsonNode signal) {
    return inbox.user(new UserId(text(signal, "user")));
  }

  private static String text(JsonNode signal, String name) {
    return signal.path(name).asText();
  }

  private static <T> List<T> list(JsonNode array, Function<String, T> type) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(JsonNode::asText)
        .map(type)
        .toList();
  }
}
