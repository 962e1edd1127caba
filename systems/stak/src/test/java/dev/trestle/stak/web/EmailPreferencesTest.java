package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.ManualClock;
import dev.trestle.stak.email.MailServer;
import dev.trestle.stak.email.ScriptedMailServer;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which e-mails users get, and when: with a clock that stands still until it is moved. */
final class EmailPreferencesTest {
  /** Noon of a Tuesday. */
  private static final Instant NOON = Instant.parse("2026-11-17T12:00:00Z");

  private final ManualClock clock = new ManualClock();
  private final MailServer mails = new MailServer();
  private final StakServer server;
  private TestTenant acme = TestTenant.NONE;

  EmailPreferencesTest() {
    clock.set(NOON);
    server = StakServer.sending(mails.address(), clock);
  }

  @BeforeEach
  void configure() {
    acme = EmailTest.tenant(server, "acme");
  }

  @AfterEach
  void close() {
    server.close();
    mails.close();
  }

  private StakServer.Response prefer(String user, String body) {
    return server.user(acme, user, "PUT", "/preferences", body);
  }

  /** Posts and waits until the e-mail was claimed. */
  private String post(String category, String title, String user, String step) {
    var id = server.post(acme, toUsers(category, title, user));
    EmailTest.awaitStep(server, acme, id, user, step);
    return id;
  }

  private int unread(String user) {
    return server.user(acme, user, "GET", "/messages/unread", "").body().at("/total").asInt();
  }

  @Test
  void users_choose_by_category_within_what_the_tenant_allows() {
    EmailTest.address(server, acme, "ann");
    var before = server.user(acme, "ann", "GET", "/preferences", "").body().path("data");
    assertThat(before.path("address").asText()).isEqualTo("ann@example.com");
    assertThat(before.path("categories").toString())
        .isEqualTo(
            "[{\"category\":\"news\",\"required\":false,\"email\":\"off\"},"
                + "{\"category\":\"orders\",\"required\":false,\"email\":\"immediately\"},"
                + "{\"category\":\"security\",\"required\":true,\"email\":\"immediately\"}]");
    var chosen =
        prefer(
                "ann",
                "{\"email\":{\"news\":\"weekly\",\"orders\":\"off\"},\"quiet_hours\":\"22:00-07:00\","
                    + "\"time_zone\":\"Europe/Warsaw\",\"digest_hour\":9}")
            .body()
            .path("data");
    assertThat(chosen.at("/categories").findValuesAsText("email"))
        .containsExactly("weekly", "off", "immediately");
    assertThat(chosen.path("quiet_hours").asText()).isEqualTo("22:00-07:00");
    assertThat(chosen.path("time_zone").asText()).isEqualTo("Europe/Warsaw");
    assertThat(chosen.path("digest_hour").asInt()).isEqualTo(9);
    assertThat(prefer("ann", "{\"quiet_hours\":\"\"}").body().at("/data/quiet_hours").isNull())
        .isTrue();
    for (var wrong :
        List.of(
            "{\"email\":{\"security\":\"off\"}}",
            "{\"email\":{\"unknown\":\"off\"}}",
            "{\"email\":{\"news\":\"hourly\"}}",
            "{\"muted\":[\"security\"]}",
            "{\"quiet_hours\":\"22:00\"}",
            "{\"quiet_hours\":\"25:00-07:00\"}",
            "{\"quiet_hours\":\"07:00-07:00\"}",
            "{\"time_zone\":\"Mars/Phobos\"}",
            "{\"digest_hour\":24}")) {
      assertThat(prefer("ann", wrong).status()).as(wrong).isEqualTo(400);
    }
  }

  @Test
  void a_category_that_becomes_required_reaches_those_who_had_muted_it() {
    var ann = EmailTest.address(server, acme, "ann");
    assertThat(prefer("ann", "{\"muted\":[\"alarms\"]}").status()).isEqualTo(200);
    var config = "{\"title\":\"All\",\"email_by_category\":{\"alarms\":\"required\"}}";
    server.admin(acme, "PUT", "/DEFAULT/config", config);
    server.post(acme, toUsers("alarms", "Fire", "ann"));
    assertThat(mails.awaitTo(ann, 1).getFirst().subject()).isEqualTo("Fire");
    assertThat(unread("ann")).isEqualTo(1);
  }

  @Test
  void an_email_waits_until_the_quiet_hours_end_and_the_inbox_does_not() {
    var ann = EmailTest.address(server, acme, "ann");
    var bob = EmailTest.address(server, acme, "bob");
    // 13:00 in Warsaw.
    var quiet = "{\"quiet_hours\":\"12:30-15:00\",\"time_zone\":\"Europe/Warsaw\"}";
    prefer("ann", quiet);
    prefer("bob", quiet);
    post("orders", "Later", "ann", "e-mail waiting");
    var seen = post("orders", "Read by then", "bob", "e-mail waiting");
    var redacted = post("orders", "Redacted by then", "bob", "e-mail waiting");
    Await.until(() -> unread("ann") == 1 && unread("bob") == 2, StakServer.SOON);
    server.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + redacted, "");
    Await.until(() -> unread("bob") == 1, StakServer.SOON);
    server.user(acme, "bob", "PUT", "/messages/read", "{\"messages\":[\"" + seen + "\"]}");
    clock.advance(Duration.ofHours(2).minusSeconds(1));
    post("security", "Also later", "ann", "e-mail waiting");
    assertThat(mails.received()).isEmpty();
    clock.advance(Duration.ofSeconds(2));
    assertThat(mails.awaitTo(ann, 2))
        .extracting(MailServer.Received::subject)
        .containsExactlyInAnyOrder("Later", "Also later");
    for (var needless : List.of(seen, redacted)) {
      EmailTest.awaitStep(server, acme, needless, "bob", "e-mail not needed");
    }
    assertThat(mails.to(bob)).isEmpty();
  }

  @Test
  void a_digest_has_what_came_and_was_not_read_at_the_hour_of_the_users_zone() {
    var ann = EmailTest.address(server, acme, "ann");
    prefer(
        "ann",
        "{\"email\":{\"orders\":\"daily\",\"news\":\"weekly\"},\"time_zone\":\"Europe/Warsaw\","
            + "\"digest_hour\":18}");
    post("orders", "One", "ann", "e-mail digest");
    var read = post("orders", "Two", "ann", "e-mail digest");
    post("orders", "Three", "ann", "e-mail digest");
    post("news", "Four", "ann", "e-mail digest");
    server.user(acme, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + read + "\"]}");
    clock.set(Instant.parse("2026-11-17T16:59:59Z"));
    post("orders", "Five", "ann", "e-mail digest");
    assertThat(mails.received()).isEmpty();

    clock.set(Instant.parse("2026-11-17T17:00:01Z"));
    var daily = mails.awaitTo(ann, 1).getFirst();
    assertThat(daily.subject()).isEqualTo("3 new messages from Acme");
    assertThat(daily.text()).contains("One", "Three", "Five").doesNotContain("Two", "Four");
    // What comes now is for tomorrow, and nothing is sent on days without messages.
    post("orders", "Six", "ann", "e-mail digest");
    clock.set(Instant.parse("2026-11-18T17:00:01Z"));
    assertThat(mails.awaitTo(ann, 2).getLast().text()).contains("Six").doesNotContain("One");
    clock.set(Instant.parse("2026-11-23T17:00:01Z"));
    var weekly = mails.awaitTo(ann, 3).getLast();
    assertThat(weekly.subject()).isEqualTo("1 new message from Acme");
    assertThat(weekly.text()).contains("Four");
    assertThat(mails.to(ann)).hasSize(3);
  }

  @Test
  void everything_read_is_no_digest_and_the_link_of_a_digest_ends_digests() {
    var ann = EmailTest.address(server, acme, "ann");
    var bob = EmailTest.address(server, acme, "bob");
    for (var user : List.of("ann", "bob")) prefer(user, "{\"email\":{\"orders\":\"daily\"}}");
    var seen = post("orders", "Seen", "ann", "e-mail digest");
    post("orders", "New", "bob", "e-mail digest");
    server.user(acme, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + seen + "\"]}");
    clock.advance(Duration.ofDays(1));
    var digest = mails.awaitTo(bob, 1).getFirst();
    assertThat(server.send("POST", digest.unsubscribePath()).statusCode()).isEqualTo(200);
    var preferences = server.user(acme, "bob", "GET", "/preferences", "").body();
    assertThat(preferences.at("/data/categories").findValuesAsText("email"))
        .containsExactly("off", "off", "immediately");
    // The digests of that day are done when those of the next day are.
    post("orders", "Newer", "ann", "e-mail digest");
    clock.advance(Duration.ofDays(1));
    assertThat(mails.awaitTo(ann, 1))
        .singleElement()
        .extracting(MailServer.Received::subject)
        .isEqualTo("1 new message from Acme");
  }

  @Test
  void a_message_is_in_one_digest_however_often_sending_it_fails() {
    var isUp = new AtomicBoolean();
    try (var scripted =
            new ScriptedMailServer(_ -> isUp.get() ? "250 fine" : "451 Try again later");
        var faulty = StakServer.sending(scripted.address(), clock)) {
      var shop = EmailTest.tenant(faulty, "shop");
      EmailTest.address(faulty, shop, "ann");
      faulty.user(shop, "ann", "PUT", "/preferences", "{\"email\":{\"orders\":\"daily\"}}");
      var one = faulty.post(shop, toUsers("orders", "Number one", "ann"));
      EmailTest.awaitStep(faulty, shop, one, "ann", "e-mail digest");
      clock.set(Instant.parse("2026-11-18T08:00:01Z"));
      Await.until(() -> !scripted.asked.isEmpty(), StakServer.SOON);
      // The digest is composed: what comes now is in the next one.
      var two = faulty.post(shop, toUsers("orders", "Number two", "ann"));
      EmailTest.awaitStep(faulty, shop, two, "ann", "e-mail digest");
      isUp.set(true);
      // An attempt that failed just now is repeated some time after this.
      Await.until(
          () -> {
            clock.advance(Duration.ofSeconds(1));
            return scripted.accepted.size() == 1;
          },
          StakServer.SOON);
      clock.set(Instant.parse("2026-11-19T08:00:01Z"));
      Await.until(() -> scripted.accepted.size() == 2, StakServer.SOON);
      assertThat(scripted.accepted.getFirst()).contains("Number one").doesNotContain("Number two");
      assertThat(scripted.accepted.getLast()).contains("Number two").doesNotContain("Number one");
    }
  }

  @Test
  void an_erasure_finds_the_refused_email_of_a_message_that_is_long_gone() {
    try (var scripted = new ScriptedMailServer(_ -> "550 No such mailbox");
        var refusing = StakServer.sending(scripted.address(), clock)) {
      var shop = EmailTest.tenant(refusing, "shop");
      var config =
          "{\"title\":\"All\",\"email_by_category\":{\"orders\":\"on\"},"
              + "\"ttl_by_category\":{\"orders\":\"1h\"}}";
      assertThat(refusing.admin(shop, "PUT", "/DEFAULT/config", config).status()).isEqualTo(200);
      EmailTest.address(refusing, shop, "ann");
      var id = refusing.post(shop, toUsers("orders", "For an hour", "ann"));
      EmailTest.awaitStep(refusing, shop, id, "ann", "e-mail refused");
      clock.advance(Duration.ofDays(20));
      assertThat(refusedUsers(refusing, shop)).containsExactly("ann");
      var erasure = refusing.admin(shop, "DELETE", "/DEFAULT/users/ann", "").body();
      var receipt = "/DEFAULT/erasures/" + erasure.at("/data/id").asText();
      Await.until(
          () -> !refusing.admin(shop, "GET", receipt, "").body().at("/data/done_at").isNull(),
          StakServer.SOON);
      assertThat(refusedUsers(refusing, shop)).isEmpty();
    }
  }

  private static List<String> refusedUsers(StakServer server, TestTenant tenant) {
    var failures = server.admin(tenant, "GET", "/DEFAULT/email-failures", "").body();
    return failures.path("data").findValuesAsText("uid");
  }
}
