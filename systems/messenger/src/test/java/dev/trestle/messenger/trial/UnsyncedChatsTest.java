package dev.trestle.messenger.trial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.trial.TwoServers.Fault;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * While all signals between two servers are lost, a socket still hears of chats that its client has
 * not synced. Ann writes on one server; Bo's socket is on the other and asks for nothing.
 */
class UnsyncedChatsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final UnreliableSignals signals = UnreliableSignals.lost();
  private final TwoServers servers = new TwoServers(Fault.NONE, signals);
  private final RestClient first = new RestClient(servers.addresses().getFirst(), TIMEOUT);
  private final RestClient second = new RestClient(servers.addresses().getLast(), TIMEOUT);
  private final TrialUser ann = first.logIn("+16502000001", "ann");
  private final TrialUser bo = second.logIn("+16502000002", "bo");
  private final Received received = new Received();

  @AfterEach
  void close() {
    first.close();
    second.close();
    servers.close();
  }

  /** The numbers of the entries that came, of any chat. */
  private static final class Received implements DeviceSocket.Owner {
    final List<Long> numbers = new CopyOnWriteArrayList<>();

    @Override
    public void pushed(DeviceSocket from, JsonNode entry) {
      numbers.add(entry.path("sequence").asLong());
    }

    @Override
    public void closed(DeviceSocket from) {}

    long last() {
      return numbers.isEmpty() ? 0 : numbers.getLast();
    }
  }

  private void connect() {
    Await.until(
        () ->
            DeviceSocket.open(second.http(), second.server(), bo.token(), "bo#1", received)
                .isPresent(),
        TIMEOUT);
  }

  private String openChat() {
    var body = Map.of("type", "direct", "member_ids", List.of(bo.id()));
    return RestClient.must(first.post("/chats", body, ann.token())).path("chat_id").asText();
  }

  private long write(String chat, String name) {
    var body = Map.of("client_message_id", name, "content", "Hello");
    return RestClient.must(first.post("/chats/" + chat + "/messages", body, ann.token()))
        .path("sequence")
        .asLong();
  }

  /** Heartbeats tell a server again and again that signals are lost. */
  private void awaitEntry(long number) {
    Await.slowly(
        () -> {
          signals.missed();
          return received.last() >= number;
        },
        TIMEOUT);
  }

  @Test
  void a_chat_that_is_new_to_a_user_is_found() {
    connect();
    var chat = openChat();
    awaitEntry(1);
    awaitEntry(write(chat, "first"));
    assertThat(received.numbers).doesNotHaveDuplicates().isSorted();
  }

  @Test
  void entries_of_a_chat_that_was_not_opened_come_once_and_in_order() {
    var chat = openChat();
    connect();
    for (int i = 0; i < 5; i++) awaitEntry(write(chat, "message" + i));
    long before = received.last();
    write(chat, "one");
    write(chat, "two");
    awaitEntry(write(chat, "three"));
    assertThat(received.numbers).doesNotHaveDuplicates().isSorted();
    assertThat(received.numbers).contains(before + 1, before + 2, before + 3);
  }
}
