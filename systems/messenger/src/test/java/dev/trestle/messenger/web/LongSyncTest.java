package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import dev.trestle.messenger.delivery.ClientConnection.CloseReason;
import dev.trestle.messenger.message.Draft;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.web.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Syncs of more than a socket's queue holds. They used to close it, again after every reconnect.
 */
class LongSyncTest {
  private static final int OVERHEAD_BYTES_MAX = 1024;

  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final String chat = ann.direct(bo);

  @AfterEach
  void close() {
    fixture.close();
  }

  private void send(int count, String content) {
    for (int i = 0; i < count; i++) {
      fixture
          .messenger
          .logs()
          .send(new ChatId(chat), new UserId(ann.id), Draft.text("m" + i, content));
    }
  }

  /** Asks until there is no more and returns the numbers of all entries. */
  private List<Long> sync(RawSocket socket, int limit) {
    var sequences = new ArrayList<Long>();
    long after = 0;
    for (int responses = 1; ; responses++) {
      socket.say("sync_request", Map.of("chat_id", chat, "after_sequence", after, "limit", limit));
      var response = socket.await("sync_response", responses).getLast();
      assertThat(Json.write(response)).hasSizeLessThan(Frames.SYNC_BYTES_MAX + OVERHEAD_BYTES_MAX);
      for (var entry : response.path("messages")) sequences.add(entry.path("sequence").asLong());
      after = response.path("next_sequence").asLong();
      assertThat(after).isEqualTo(sequences.getLast());
      if (!response.path("has_more").asBoolean()) return sequences;
    }
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void sixty_texts_of_control_characters_are_synced_in_parts() {
    send(60, "\u0001".repeat(4096));
    try (var his = RawSocket.open(fixture, bo)) {
      assertThat(sync(his, 500)).isEqualTo(upTo(61));
    }
  }

  @Test
  void three_hundred_long_texts_are_synced_in_parts() {
    send(300, "x".repeat(4096));
    try (var his = RawSocket.open(fixture, bo)) {
      assertThat(sync(his, 300)).isEqualTo(upTo(301));
    }
  }

  @Test
  void responses_wait_until_the_client_reads_them() {
    send(60, "\u0001".repeat(4096));
    int requests = 100;
    try (var his = RawSocket.openDeaf(fixture, bo)) {
      for (int i = 0; i < requests; i++) {
        his.say("sync_request", Map.of("chat_id", chat, "after_sequence", 0, "limit", 60));
      }
      his.startReading();
      assertThat(his.await("sync_response", requests))
          .allSatisfy(response -> assertThat(response.path("messages")).isNotEmpty());
      assertThat(fixture.messenger.hub().closed(CloseReason.SLOW_CONSUMER)).isZero();
    }
  }
}
