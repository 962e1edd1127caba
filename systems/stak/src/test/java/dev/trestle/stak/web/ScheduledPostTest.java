package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages that are sent later. */
final class ScheduledPostTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("later" + ++tenants);
    SERVER.admin(acme, "POST", "/DEFAULT/users", "{\"uids\":[\"ann\"]}");
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static String at(Instant time, String post) {
    return post.replaceFirst(
        "\\{\"headers\":\\{", "{\"headers\":{\"send_at\":" + time.getEpochSecond() + ",");
  }

  private JsonNode sent(String id) {
    return SERVER.admin(acme, "GET", "/DEFAULT/messages/" + id, "").body().path("data");
  }

  private JsonNode inbox() {
    return SERVER.user(acme, "ann", "GET", "/messages/last/9", "").body().path("messages");
  }

  @Test
  void a_message_is_sent_when_its_time_comes_and_counts_from_then() {
    var time = Instant.now().plusSeconds(8);
    var toAnn = SERVER.post(acme, at(time, toUsers("news", "Later", "ann")));
    var toAll = SERVER.post(acme, at(time, toEveryone("news", "Later for all")));
    assertThat(sent(toAnn).path("send_at").asLong()).isEqualTo(time.getEpochSecond());
    // Kept, because the user's rate limit may refuse the next call after so many.
    var messages =
        Await.value(() -> Optional.of(inbox()).filter(found -> found.size() == 2), StakServer.SOON);
    assertThat(Instant.now()).isAfterOrEqualTo(Instant.ofEpochSecond(time.getEpochSecond()));
    assertThat(messages.findValuesAsText("received"))
        .containsOnly(Long.toString(time.getEpochSecond()));
    Await.until(() -> sent(toAnn).path("state").asText().equals("delivered"), StakServer.SOON);
    Await.until(() -> sent(toAll).path("state").asText().equals("published"), StakServer.SOON);
  }

  @Test
  void a_scheduled_message_can_be_cancelled_and_nobody_gets_anything() {
    var time = Instant.now().plusSeconds(3600);
    for (var post : new String[] {toUsers("news", "Never", "ann"), toEveryone("news", "Never")}) {
      var id = SERVER.post(acme, at(time, post));
      assertThat(sent(id).path("state").asText()).isEqualTo("scheduled");
      var cancelled = SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "");
      assertThat(cancelled.status()).isEqualTo(200);
      assertThat(sent(id).path("state").asText()).isEqualTo("cancelled");
    }
    assertThat(inbox()).isEmpty();
    assertThat(SERVER.admin(acme, "GET", "/DEFAULT/messages", "").body().path("messages"))
        .hasSize(2);
  }

  @Test
  void a_repeated_post_is_one_message_and_a_time_too_far_off_is_refused() {
    var time = Instant.now().plusSeconds(3600);
    var post = at(time, toUsers("news", "Once", "ann"));
    var first = SERVER.admin(acme, "POST", "/DEFAULT/messages/post", post, "Idempotency-Key", "k");
    var again = SERVER.admin(acme, "POST", "/DEFAULT/messages/post", post, "Idempotency-Key", "k");
    assertThat(again.body().at("/data/id")).isEqualTo(first.body().at("/data/id"));
    for (var wrong :
        new Instant[] {Instant.now().minusSeconds(3600), time.plusSeconds(366L * 86400)}) {
      var refused =
          SERVER.admin(
              acme, "POST", "/DEFAULT/messages/post", at(wrong, toUsers("news", "No", "ann")));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body().toString()).contains("headers.send_at");
    }
  }
}
