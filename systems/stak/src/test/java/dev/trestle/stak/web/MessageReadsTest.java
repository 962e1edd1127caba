package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many recipients have read a message. */
final class MessageReadsTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("reads" + ++tenants);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private JsonNode reads(String id, String query) {
    return SERVER.admin(acme, "GET", "/DEFAULT/messages/" + id + "/reads" + query, "").body();
  }

  private void expect(String id, int recipients, int seen, int read) {
    var data = reads(id, "").path("data");
    assertThat(data.path("recipients").asInt()).as("recipients").isEqualTo(recipients);
    assertThat(data.path("seen").asInt()).as("seen").isEqualTo(seen);
    assertThat(data.path("read").asInt()).as("read").isEqualTo(read);
    assertThat(data.has("next_token")).isFalse();
  }

  private void act(String user, String action, String id) {
    var body = id.isEmpty() ? "{}" : "{\"messages\":[\"" + id + "\"]}";
    assertThat(SERVER.user(acme, user, "PUT", "/messages/" + action, body).status()).isEqualTo(200);
  }

  private void readAll(String user) {
    assertThat(SERVER.user(acme, user, "PUT", "/messages/read", "{\"after\":4102444800}").status())
        .isEqualTo(200);
  }

  @Test
  void one_by_one_all_at_once_or_only_seen_every_way_to_read_is_counted() {
    var id = SERVER.post(acme, toUsers("news", "Hello", "ann", "bob", "cem", "dora", "eve"));
    SERVER.awaitDelivery(acme, id);
    expect(id, 5, 0, 0);
    act("ann", "read", id);
    readAll("bob");
    act("cem", "seen", "");
    act("dora", "archive", id);
    expect(id, 5, 4, 3);
    act("ann", "unread", id);
    expect(id, 5, 4, 2);
    SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "");
    Await.until(() -> reads(id, "").at("/data/recipients").asInt() == 0, StakServer.SOON);
  }

  @Test
  void a_broadcast_is_counted_for_the_users_who_see_it() {
    SERVER.admin(acme, "POST", "/DEFAULT/users", "{\"uids\":[\"ann\",\"bob\",\"cem\",\"dora\"]}");
    SERVER.user(acme, "dora", "PUT", "/preferences", "{\"muted\":[\"news\"]}");
    var id = SERVER.post(acme, toEveryone("news", "All"));
    SERVER.admin(acme, "POST", "/DEFAULT/users", "{\"uids\":[\"late\"]}");
    expect(id, 3, 0, 0);
    act("ann", "read", id);
    readAll("bob");
    act("cem", "seen", "");
    expect(id, 3, 3, 2);
  }

  @Test
  void a_large_audience_is_counted_page_by_page() {
    var uids = IntStream.range(0, 1050).mapToObj(n -> "u" + n).toArray(String[]::new);
    var id = SERVER.post(acme, toUsers("news", "Many", uids));
    SERVER.awaitDelivery(acme, id);
    act("u3", "read", id);
    act("u1040", "read", id);
    var first = reads(id, "").path("data");
    assertThat(first.path("recipients").asInt()).isEqualTo(1000);
    assertThat(first.path("read").asInt()).isEqualTo(1);
    var next = first.path("next_token").asText();
    var second = reads(id, "?next=" + next).path("data");
    assertThat(second.path("recipients").asInt()).isEqualTo(1050);
    assertThat(second.path("read").asInt()).isEqualTo(2);
    assertThat(second.has("next_token")).isFalse();

    var all = SERVER.post(acme, toEveryone("news", "All"));
    readAll("u7");
    var page = reads(all, "").path("data");
    assertThat(page.path("recipients").asInt()).isEqualTo(1000);
    page = reads(all, "?next=" + page.path("next_token").asText()).path("data");
    assertThat(page.path("recipients").asInt()).isEqualTo(1050);
    assertThat(page.path("read").asInt()).isEqualTo(1);
  }

  @Test
  void a_cursor_belongs_to_its_message_and_a_message_to_its_tenant() {
    var id = SERVER.post(acme, toUsers("news", "Hello", "ann"));
    var path = "/DEFAULT/messages/" + id + "/reads";
    assertThat(SERVER.admin(acme, "GET", path + "?next=AAAA", "").status()).isEqualTo(400);
    var other = SERVER.tenant("reads-other");
    assertThat(SERVER.admin(other, "GET", path, "").status()).isEqualTo(404);
  }
}
