package dev.trestle.messenger.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveClientTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private final MessengerFixture fixture = MessengerFixture.open();
  private final HttpClient http = HttpClient.newHttpClient();
  private final SignedInClient ann = signIn("+46701112233");
  private final SignedInClient bo = signIn("+46701112244");
  private final String chat = ChatCalls.openDirect(ann, bo.userId());

  @AfterEach
  void close() {
    http.close();
    fixture.close();
  }

  private SignedInClient signIn(String number) {
    return SignedInClient.signIn(
        http, fixture.endpoint(), number, "phone", UnaryOperator.identity());
  }

  /** Records what it receives. */
  private static final class RecordingListener implements LiveListener {
    final List<Long> sequences = Collections.synchronizedList(new ArrayList<>());
    volatile boolean isEnded;

    @Override
    public void entry(String chatId, long sequence, JsonNode entry) {
      sequences.add(sequence);
    }

    @Override
    public void disconnected(boolean isForGood) {
      isEnded |= isForGood;
    }
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void entries_come_in_order_and_once_through_cut_connections() {
    var received = new RecordingListener();
    var random = new SplittableRandom(7);
    try (var hers = new LiveClient(ann, random, new RecordingListener()).start();
        var his = new LiveClient(bo, random, received).start()) {
      var stored = new ArrayList<CompletableFuture<LiveClient.Stored>>();
      for (int i = 0; i < 200; i++) {
        stored.add(hers.send(chat, "m" + i, "text " + i));
        if (i % 40 == 20) his.cut();
        if (i % 70 == 50) hers.cut();
      }
      stored.forEach(CompletableFuture::join);
      Await.until(() -> his.last(chat) == 201, TIMEOUT);
      assertThat(received.sequences).isEqualTo(upTo(201));
      assertThat(stored.stream().map(done -> done.join().sequence()).distinct()).hasSize(200);
      Await.until(
          () ->
              bo.get("/delivery-state/" + chat).path("data").path("last_acked_sequence").asLong()
                  == 201,
          TIMEOUT);
    }
  }

  /** Another server on the same tables, which signals reach like this one. */
  private SystemContext otherContext() {
    var own = fixture.server.context;
    var trestle = fixture.server.trestle;
    var other = TestServer.context(trestle, fixture.server.clock);
    // A feed starts at its clock's time, and changes have the engine's time.
    var feed =
        new StreamFeed(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard(),
            FeedOptions.polling("other"));
    return other.feed(feed).signals(own.signals());
  }

  @Test
  void entries_that_another_server_stored_arrive_whichever_server_follows_the_feed() {
    var received = new RecordingListener();
    var context = otherContext();
    try (var accounts = Accounts.open(context, TestServer.unlimited());
        var other = Messenger.open(context, accounts, MessengerOptions.standard());
        var his = new LiveClient(bo, new SplittableRandom(7), received).start()) {
      Await.until(() -> his.last(chat) == 1, TIMEOUT);
      // Only the other server is in the consumer group, and it has no sockets.
      other.start();
      var id = new ChatId(chat);
      var sender = new UserId(ann.userId());
      for (int i = 0; i < 20; i++) {
        var logs = i % 3 == 0 ? fixture.messenger.logs() : other.logs();
        logs.send(id, sender, Draft.text("m" + i, "text"));
      }
      Await.until(() -> his.last(chat) == 21, TIMEOUT);
      assertThat(received.sequences).isEqualTo(upTo(21));
    }
  }

  @Test
  void a_member_who_was_removed_and_added_again_while_away_goes_on_from_there() {
    var group = ChatCalls.createGroup(ann, "sailors", List.of(bo.userId()));
    var members = "/chats/" + group + "/members";
    ann.delete(members + "/" + bo.userId());
    ann.post("/chats/" + group + "/messages", Map.of("client_message_id", "m", "content", "x"));
    ann.post(members, Map.of("user_ids", List.of(bo.userId())));
    var received = new RecordingListener();
    // Has the first entry; was away for the removal (2), the text (3) and the return (4).
    try (var his = new LiveClient(bo, new SplittableRandom(7), received).having(group, 1).start()) {
      Await.until(() -> his.last(group) == 4, TIMEOUT);
      assertThat(received.sequences).contains(4L).doesNotContain(2L, 3L);
    }
  }

  @Test
  void an_expired_access_token_is_replaced() {
    fixture.server.clock.advance(Duration.ofHours(2));
    assertThat(ann.get("/users/me").path("data").path("user_id").asText()).isEqualTo(ann.userId());
  }

  @Test
  void a_client_whose_session_was_revoked_stops() {
    var received = new RecordingListener();
    try (var his = new LiveClient(bo, new SplittableRandom(7), received).start()) {
      Await.until(() -> his.last(chat) == 1, TIMEOUT);
      signIn("+46701112244").delete("/sessions?include_current=true");
      Await.until(() -> received.isEnded, TIMEOUT);
    }
  }

  @Test
  void somebody_joins_with_an_invite_link() {
    var group = ChatCalls.createGroup(ann, "Boat club", List.of());
    assertThat(ChatCalls.join(bo, ChatCalls.invite(ann, group))).isEqualTo(group);
  }
}
