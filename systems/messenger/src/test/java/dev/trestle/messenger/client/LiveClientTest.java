package dev.trestle.messenger.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.Stage;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.UserId;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.net.http.HttpClient;
import java.security.SecureRandom;
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
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Stage stage = Stage.open();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Account ann = account("+46701112233");
  private final Account bo = account("+46701112244");
  private final String chat = ann.direct(bo.userId());

  @AfterEach
  void close() {
    http.close();
    stage.close();
  }

  private Account account(String number) {
    return Account.logIn(http, stage.endpoint(), number, "phone", UnaryOperator.identity());
  }

  /** Writes down what it is told. */
  private static final class Notes implements Listener {
    final List<Long> sequences = Collections.synchronizedList(new ArrayList<>());
    volatile boolean isOver;

    @Override
    public void entry(String chatId, long sequence, JsonNode entry) {
      sequences.add(sequence);
    }

    @Override
    public void disconnected(boolean isForGood) {
      isOver |= isForGood;
    }
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void entries_come_in_order_and_once_through_cut_connections() {
    var notes = new Notes();
    var random = new SplittableRandom(7);
    try (var hers = new LiveClient(ann, random, new Notes()).start();
        var his = new LiveClient(bo, random, notes).start()) {
      var stored = new ArrayList<CompletableFuture<LiveClient.Stored>>();
      for (int i = 0; i < 200; i++) {
        stored.add(hers.send(chat, "m" + i, "text " + i));
        if (i % 40 == 20) his.cut();
        if (i % 70 == 50) hers.cut();
      }
      stored.forEach(CompletableFuture::join);
      Await.until(() -> his.last(chat) == 201, PATIENCE);
      assertThat(notes.sequences).isEqualTo(upTo(201));
      assertThat(stored.stream().map(done -> done.join().sequence()).distinct()).hasSize(200);
      Await.until(
          () ->
              bo.get("/delivery-state/" + chat).path("data").path("last_acked_sequence").asLong()
                  == 201,
          PATIENCE);
    }
  }

  @Test
  void what_another_machine_stored_arrives_by_the_change_feed() {
    var options =
        MessengerOptions.local(
            StoreOptions.standard().clock(stage.clock), new MemorySecrets(new SecureRandom()));
    var feed =
        new StreamFeed(
            stage.trestle.client(),
            stage.trestle.streamsClient(),
            StoreOptions.standard(),
            FeedOptions.polling("here"));
    var notes = new Notes();
    try (var other = Messenger.of(stage.trestle.client(), options);
        var _ = stage.messenger.follow(feed);
        var his = new LiveClient(bo, new SplittableRandom(7), notes).start()) {
      Await.until(() -> his.last(chat) == 1, PATIENCE);
      var id = new ChatId(chat);
      var sender = new UserId(ann.userId());
      for (int i = 0; i < 20; i++) {
        var log = i % 3 == 0 ? stage.messenger.parts().log() : other.parts().log();
        log.send(id, sender, Draft.text("m" + i, "text"));
      }
      Await.until(() -> his.last(chat) == 21, PATIENCE);
      assertThat(notes.sequences).isEqualTo(upTo(21));
    }
  }

  @Test
  void who_was_removed_and_came_back_while_away_goes_on_from_there() {
    var group = ann.group("sailors", List.of(bo.userId()));
    var members = "/chats/" + group + "/members";
    ann.delete(members + "/" + bo.userId());
    ann.post("/chats/" + group + "/messages", Map.of("client_message_id", "m", "content", "x"));
    ann.post(members, Map.of("user_ids", List.of(bo.userId())));
    var notes = new Notes();
    // Has the first entry; was away when removed (2), for the text (3), and when back (4).
    try (var his = new LiveClient(bo, new SplittableRandom(7), notes).having(group, 1).start()) {
      Await.until(() -> his.last(group) == 4, PATIENCE);
      assertThat(notes.sequences).contains(4L).doesNotContain(2L, 3L);
    }
  }

  @Test
  void an_access_token_that_is_over_is_replaced() {
    stage.clock.advance(Duration.ofHours(2));
    assertThat(ann.get("/users/me").path("data").path("user_id").asText()).isEqualTo(ann.userId());
  }

  @Test
  void a_client_whose_session_was_revoked_stops() {
    var notes = new Notes();
    try (var his = new LiveClient(bo, new SplittableRandom(7), notes).start()) {
      Await.until(() -> his.last(chat) == 1, PATIENCE);
      account("+46701112244").delete("/sessions?include_current=true");
      Await.until(() -> notes.isOver, PATIENCE);
    }
  }
}
