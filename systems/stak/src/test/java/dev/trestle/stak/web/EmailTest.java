package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.limit.Rate;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.email.MailServer;
import dev.trestle.stak.email.ScriptedMailServer;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** E-mails about messages, through a real SMTP server. */
final class EmailTest {
  private static final MailServer MAILS = new MailServer();
  private static final StakServer SERVER = StakServer.sending(MAILS.address());
  private static TestTenant acme = TestTenant.NONE;

  @BeforeAll
  static void configure() {
    acme = tenant(SERVER, "acme");
  }

  /** A tenant whose orders and news are sent by e-mail; security always is. */
  static TestTenant tenant(StakServer server, String name) {
    var tenant = server.tenant(name);
    server.admin(tenant, "PUT", "/settings", "{\"title\":\"Acme\"}");
    var config =
        """
        {"title":"All","email_by_category":{"orders":"on","news":"off","security":"required"}}\
        """;
    assertThat(server.admin(tenant, "PUT", "/DEFAULT/config", config).status()).isEqualTo(200);
    return tenant;
  }

  @AfterAll
  static void close() {
    SERVER.close();
    MAILS.close();
  }

  static String address(StakServer server, TestTenant tenant, String user) {
    var address = user + "@example.com";
    var body = "{\"address\":\"" + address + "\"}";
    assertThat(server.admin(tenant, "PUT", "/DEFAULT/users/" + user + "/email", body).status())
        .isEqualTo(200);
    return address;
  }

  private static String address(String user) {
    return address(SERVER, acme, user);
  }

  private static String post(String message, String category, String... users) {
    var audience = "\"" + String.join("\",\"", users) + "\"";
    return SERVER.post(
        acme,
        "{\"headers\":{\"audiences\":{\"kind\":\"users\",\"uids\":[%s]}},".formatted(audience)
            + "\"taxonomy\":{\"category\":\"%s\"},\"message\":%s}".formatted(category, message));
  }

  /** The steps that the trace of a message has about its e-mail. */
  static List<String> steps(StakServer server, TestTenant tenant, String id, String user) {
    var path = "/DEFAULT/messages/" + id + "/timeline/" + user;
    var steps = server.admin(tenant, "GET", path, "").body().at("/data/steps");
    return StreamSupport.stream(steps.spliterator(), false)
        .map(step -> step.path("what").asText())
        .filter(what -> what.startsWith("e-mail"))
        .toList();
  }

  static void awaitStep(StakServer server, TestTenant tenant, String id, String user, String what) {
    Await.until(() -> steps(server, tenant, id, user).contains(what), StakServer.SOON);
  }

  @Test
  void a_message_also_comes_by_email_to_those_who_have_an_address() {
    var ann = address("ann");
    var id =
        post(
            """
            {"title":"Your <order> & more","body":"It is <b>packed</b>.\\nSoon there.",
             "cta_uri":"https://shop.example/o?a=1&b=2"}\
            """,
            "orders",
            "ann",
            "without-address");
    var email = MAILS.awaitTo(ann, 1).getFirst();
    assertThat(email.from()).isEqualTo("Acme <no-reply@stak.example>");
    assertThat(email.subject()).isEqualTo("Your <order> & more");
    assertThat(email.text())
        .contains(
            "It is <b>packed</b>.", "https://shop.example/o?a=1&b=2", email.unsubscribePath());
    assertThat(email.html())
        .contains("Your &lt;order&gt; &amp; more", "It is &lt;b&gt;packed&lt;/b&gt;.")
        .contains("href=\"https://shop.example/o?a=1&amp;b=2\"")
        .doesNotContain("<b>");
    assertThat(email.header("List-Unsubscribe")).startsWith("<https://stak.example/stak/unsub");
    assertThat(email.header("List-Unsubscribe-Post")).isEqualTo("List-Unsubscribe=One-Click");
    assertThat(email.header("Message-ID")).startsWith("<" + id + ".").endsWith("@stak.example>");
    awaitStep(SERVER, acme, id, "ann", "e-mail sent");
    assertThat(steps(SERVER, acme, id, "without-address")).isEmpty();
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/unread", "").body().at("/total").asInt())
        .isEqualTo(1);
  }

  @Test
  void a_body_of_json_is_shown_by_its_fields() {
    var ann = address("json");
    post(
        "{\"title\":\"Paid\",\"body\":{\"order_no\":1204,\"by\":\"card\",\"lines\":[1]},"
            + "\"cta_uri\":\"app://orders/1204\"}",
        "orders",
        "json");
    var email = MAILS.awaitTo(ann, 1).getFirst();
    assertThat(email.text()).contains("Order no: 1204\r\nBy: card").doesNotContain("app://");
    assertThat(email.html()).doesNotContain("app://");
  }

  @Test
  void nothing_that_a_tenant_writes_can_add_a_header_or_a_recipient() {
    var evil = SERVER.tenant("evil");
    var title = "Evil\\r\\nBcc: eve@example.com\\r\\n";
    SERVER.admin(evil, "PUT", "/settings", "{\"title\":\"" + title + "\"}");
    var config = "{\"title\":\"All\",\"email_by_category\":{\"orders\":\"on\"}}";
    SERVER.admin(evil, "PUT", "/DEFAULT/config", config);
    var dan = address(SERVER, evil, "dan");
    SERVER.post(evil, toUsers("orders", "Hi\\r\\nBcc: eve@example.com\\r\\n\\r\\nBody", "dan"));
    var email = MAILS.awaitTo(dan, 1).getFirst();
    assertThat(email.header("Bcc")).isEmpty();
    assertThat(email.subject()).isEqualTo("Hi Bcc: eve@example.com Body");
    assertThat(email.from()).contains("no-reply@stak.example").contains("Evil");
    assertThat(email.text()).startsWith("Hi");
    assertThat(MAILS.to("eve@example.com")).isEmpty();
    for (var wrong :
        List.of(
            "dan@example.com\\r\\nBcc: eve@example.com",
            "dan@example.com,eve@example.com",
            "\\\"dan\\\"@example.com",
            "Dan <dan@example.com>",
            "dan@localhost",
            "dan@[127.0.0.1]",
            "")) {
      var body = "{\"address\":\"" + wrong + "\"}";
      assertThat(SERVER.admin(evil, "PUT", "/DEFAULT/users/dan/email", body).status())
          .as(wrong)
          .isEqualTo(400);
    }
  }

  private static HttpResponse<String> open(String method, String path, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(SERVER.server.endpoint().resolve(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(method, BodyPublishers.ofString(body))
            .build();
    return SERVER.http.send(request, BodyHandlers.ofString());
  }

  @Test
  void a_link_declines_a_category_without_a_sign_in() throws Exception {
    var bob = address("bob");
    post("{\"title\":\"One\",\"body\":\"1\"}", "orders", "bob");
    var link = MAILS.awaitTo(bob, 1).getFirst().unsubscribePath();

    // Scanners of mail servers open links: only a post changes something.
    var page = open("GET", link, "");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("“orders” e-mails from Acme").contains("method=\"post\"");
    post("{\"title\":\"Two\",\"body\":\"2\"}", "orders", "bob");
    MAILS.awaitTo(bob, 2);

    var done = open("POST", link, "List-Unsubscribe=One-Click");
    assertThat(done.statusCode()).isEqualTo(200);
    assertThat(done.body()).contains("Unsubscribed");
    var silent = post("{\"title\":\"Three\",\"body\":\"3\"}", "orders", "bob");
    SERVER.awaitDelivery(acme, silent);
    post("{\"title\":\"Four\",\"body\":\"4\"}", "security", "bob");
    var emails = MAILS.awaitTo(bob, 3);
    assertThat(emails.getLast().subject()).isEqualTo("Four");
    assertThat(emails.getLast().header("List-Unsubscribe")).isEmpty();
    assertThat(steps(SERVER, acme, silent, "bob")).isEmpty();

    for (var forged :
        List.of(link + "A", link.substring(0, link.length() - 2), "/stak/unsubscribe/x")) {
      assertThat(open("POST", forged, "").statusCode()).as(forged).isEqualTo(404);
    }
  }

  @Test
  void what_is_only_offered_by_email_comes_to_those_who_want_it() {
    var cleo = address("cleo");
    var dora = address("dora");
    SERVER.user(acme, "cleo", "PUT", "/preferences", "{\"email\":{\"news\":\"immediately\"}}");
    var id = post("{\"title\":\"Offered\",\"body\":\"1\"}", "news", "cleo", "dora");
    assertThat(MAILS.awaitTo(cleo, 1).getFirst().subject()).isEqualTo("Offered");
    assertThat(steps(SERVER, acme, id, "dora")).isEmpty();
    assertThat(MAILS.to(dora)).isEmpty();
  }

  @Test
  void the_typed_clients_set_addresses_and_choose() {
    try (var client = new StakClient(SERVER.server.endpoint())) {
      var admin = client.admin(acme.tenant(), "DEFAULT", acme.adminKey(), "boss");
      admin.email("typed", "typed@example.com");
      var user = client.user(acme.tenant(), "DEFAULT", acme.userKey(), "typed");
      user.chooseEmails(Map.of("news", "immediately"));
      user.quietHours("", "Europe/Warsaw");
      SERVER.post(acme, toUsers("news", "Typed", "typed"));
      MAILS.awaitTo("typed@example.com", 1);
      assertThat(admin.emailFailures()).isEmpty();
      admin.deleteEmail("typed");
      assertThat(get("/users/typed").at("/data/email").isMissingNode()).isTrue();
    }
  }

  @Test
  void an_erased_user_leaves_neither_an_address_nor_an_email() {
    var gone = address("erased-one");
    post("{\"title\":\"One\",\"body\":\"1\"}", "orders", "erased-one");
    MAILS.awaitTo(gone, 1);
    var daily = "{\"email\":{\"orders\":\"daily\"},\"quiet_hours\":\"22:00-07:00\"}";
    SERVER.user(acme, "erased-one", "PUT", "/preferences", daily);
    var kept = post("{\"title\":\"Two\",\"body\":\"2\"}", "orders", "erased-one");
    awaitStep(SERVER, acme, kept, "erased-one", "e-mail digest");
    assertThat(get("/users/erased-one").at("/data/email/address").asText()).isEqualTo(gone);

    var erasure =
        SERVER
            .admin(acme, "DELETE", "/DEFAULT/users/erased-one", "")
            .body()
            .at("/data/id")
            .asText();
    Await.until(() -> !get("/erasures/" + erasure).at("/data/done_at").isNull(), StakServer.SOON);
    var left =
        SERVER
            .trestle
            .client()
            .scanPaginator(ScanRequest.builder().tableName("stak").build())
            .items()
            .stream()
            .filter(item -> item.toString().contains("erased-one"))
            .toList();
    assertThat(left).isEmpty();
  }

  private static JsonNode get(String path) {
    return SERVER.admin(acme, "GET", "/DEFAULT" + path, "").body();
  }

  @Test
  void an_address_that_is_refused_for_good_is_shown_and_not_tried_again() {
    Map<String, Integer> tries = new ConcurrentHashMap<>();
    try (var scripted =
            new ScriptedMailServer(address -> {
              int attempt = tries.merge(address, 1, Integer::sum);
              if (address.startsWith("gone")) return "550 No such mailbox";
              if (address.startsWith("never")) return "451 Try again later";
              return attempt < 3 ? "450 Greylisted" : "250 fine";
            });
        var server = StakServer.sending(scripted.address())) {
      var shop = tenant(server, "shop");
      for (var user : List.of("gone", "late", "never")) address(server, shop, user);
      var first = server.post(shop, toUsers("orders", "First", "gone", "late", "never"));
      awaitStep(server, shop, first, "gone", "e-mail refused");
      awaitStep(server, shop, first, "late", "e-mail sent");
      awaitStep(server, shop, first, "never", "e-mail failed");
      assertThat(tries).containsEntry("gone@example.com", 1).containsEntry("late@example.com", 3);
      assertThat(scripted.accepted).singleElement().asString().contains("To: late@example.com");

      var failures = server.admin(shop, "GET", "/DEFAULT/email-failures", "").body().path("data");
      assertThat(failures.findValuesAsText("uid")).containsExactlyInAnyOrder("gone", "never");
      assertThat(failures.findValuesAsText("state")).containsExactlyInAnyOrder("refused", "failed");
      assertThat(failures.toString()).contains("550 No such mailbox", "451 Try again later");
      var contact = server.admin(shop, "GET", "/DEFAULT/users/gone", "").body().at("/data/email");
      assertThat(contact.path("refusal").asText()).contains("550");

      var second = server.post(shop, toUsers("orders", "Second", "gone", "late"));
      awaitStep(server, shop, second, "late", "e-mail sent");
      assertThat(tries).containsEntry("gone@example.com", 1);
      // Set again, it is tried again.
      address(server, shop, "gone");
      var third = server.post(shop, toUsers("orders", "Third", "gone"));
      awaitStep(server, shop, third, "gone", "e-mail refused");
      assertThat(tries).containsEntry("gone@example.com", 2);
    }
  }

  @Test
  void a_tenant_with_too_many_emails_waits_and_others_do_not() {
    var two = new Rate("few-emails", 1, Duration.ofDays(1), 2);
    try (var mails = new MailServer();
        var server = StakServer.sending(mails.address(), two)) {
      var busy = tenant(server, "busy");
      var other = tenant(server, "other");
      for (var user : List.of("a", "b", "c")) address(server, busy, user);
      var id = server.post(busy, toUsers("orders", "Hi", "a", "b", "c"));
      Await.until(() -> mails.received().size() == 2, StakServer.SOON);
      var dora = address(server, other, "dora");
      server.post(other, toUsers("orders", "Hi", "dora"));
      mails.awaitTo(dora, 1);
      Await.until(() -> states(server, busy, id).contains("sent:2"), StakServer.SOON);
      assertThat(states(server, busy, id)).contains("waiting:1");
    }
  }

  /** How many e-mails about a message to a, b and c are in each state. */
  private static List<String> states(StakServer server, TestTenant tenant, String id) {
    var counts =
        Stream.of("a", "b", "c")
            .flatMap(user -> steps(server, tenant, id, user).stream())
            .collect(Collectors.groupingBy(what -> what, Collectors.counting()));
    return counts.entrySet().stream()
        .map(each -> each.getKey().substring("e-mail ".length()) + ":" + each.getValue())
        .toList();
  }
}
