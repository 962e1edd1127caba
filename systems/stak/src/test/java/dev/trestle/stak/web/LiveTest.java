package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.trestle.http.Hosts;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.client.AdminClient.Content;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.client.UserClient;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.stak.webhook.WebhookSignatures;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Live streams and webhooks, calls from other origins, and posts that are large or invalid. */
final class LiveTest {
  private static final StakServer SERVER = new StakServer();
  private static final int STREAMS = 100;
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("live" + ++tenants);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static Thread follow(UserClient client, List<UserClient.Event> events) {
    return Thread.startVirtualThread(() -> {
      try {
        client.follow(events::add);
      } catch (UncheckedIOException closed) {
        // The test is over and its client was closed.
      }
    });
  }

  private static void awaitEvent(List<UserClient.Event> events, String name, String part) {
    Await.until(
        () ->
            events.stream()
                .anyMatch(event -> event.name().equals(name) && event.data().contains(part)),
        StakServer.SOON);
  }

  @Test
  void a_device_gets_what_is_new_read_elsewhere_and_redacted_and_no_other_user_does() {
    try (var clients = new StakClient(SERVER.server.endpoint())) {
      var admin = clients.admin(acme.tenant(), "DEFAULT", acme.adminKey(), "boss");
      var ann = clients.user(acme.tenant(), "DEFAULT", admin.token("ann"));
      var bob = clients.user(acme.tenant(), "DEFAULT", admin.token("bob"));
      var annsEvents = new CopyOnWriteArrayList<UserClient.Event>();
      var bobsEvents = new CopyOnWriteArrayList<UserClient.Event>();
      follow(ann, annsEvents);
      follow(bob, bobsEvents);
      awaitEvent(annsEvents, "counts", "\"total\":0");
      awaitEvent(bobsEvents, "counts", "\"total\":0");

      var id = admin.post("news", List.of("ann"), Content.of("Hi", "there"), "1").id();
      awaitEvent(annsEvents, "new", id);
      awaitEvent(annsEvents, "counts", "\"total\":1");
      Await.until(() -> admin.progress(id).isDone(), StakServer.SOON);
      assertThat(ann.unread().categories()).containsEntry("news", 1L);
      ann.read(List.of(id));
      awaitEvent(annsEvents, "read", id);
      admin.redact(id);
      awaitEvent(annsEvents, "redacted", id);
      var all = admin.postToEveryone("news", Content.of("All", List.of(1)), "2").id();
      awaitEvent(annsEvents, "new", all);
      awaitEvent(bobsEvents, "new", all);
      assertThat(bobsEvents).noneMatch(event -> event.data().contains(id));
      assertThat(ann.last(5).messages()).singleElement().matches(m -> m.id().equals(all));
    }
  }

  @Test
  void expiry_and_waking_are_sent_when_they_are_due() {
    var config = "{\"title\":\"T\",\"ttl_by_category\":{\"brief\":\"12s\"}}";
    assertThat(SERVER.admin(acme, "PUT", "/DEFAULT/config", config).status()).isEqualTo(200);
    try (var clients = new StakClient(SERVER.server.endpoint())) {
      var admin = clients.admin(acme.tenant(), "DEFAULT", acme.adminKey(), "boss");
      var ann = clients.user(acme.tenant(), "DEFAULT", admin.token("ann"));
      var snoozed = SERVER.post(acme, toUsers("news", "Stays", "ann"));
      SERVER.awaitDelivery(acme, snoozed);
      var events = new CopyOnWriteArrayList<UserClient.Event>();
      follow(ann, events);
      awaitEvent(events, "counts", "\"total\":1");
      SERVER.post(acme, toUsers("brief", "Goes", "ann"));
      awaitEvent(events, "counts", "\"total\":2");
      var until = "{\"messages\":[\"" + snoozed + "\"],\"duration\":\"25s\"}";
      SERVER.user(acme, "ann", "PUT", "/messages/snooze", until);
      awaitEvent(events, "counts", "\"total\":0");
      Await.until(() -> events.getLast().data().contains("\"total\":1"), StakServer.SOON);
      assertThat(events).anyMatch(event -> event.name().equals("changed"));
    }
  }

  @Test
  void what_another_server_did_is_found_at_the_next_poll_also_if_one_failed() {
    var key = UserInboxKey.of(acme.tenant(), "ann", "DEFAULT");
    var isAllowed = new AtomicBoolean(true);
    var isFailing = new AtomicBoolean();
    BooleanSupplier check =
        () -> {
          if (isFailing.getAndSet(false)) throw new AssertionError("on purpose");
          return isAllowed.get();
        };
    try (var streams =
        new InboxStreams(
            SERVER.stak.inboxes(), InstantSource.system(), Duration.ofMillis(300), STREAMS)) {
      var router = new Router().get("/events", _ -> streams.open(key, check));
      var site = new Site(new Hosts.Loopback(), () -> "r").at("/far", router, ErrorShape.PLAIN);
      try (var far = SiteServer.start(site, "127.0.0.1", 0)) {
        var lines = new CopyOnWriteArrayList<String>();
        var request = HttpRequest.newBuilder(far.endpoint().resolve("/far/events")).build();
        follow(request, lines);
        Await.until(() -> lines.toString().contains("\"total\":0"), StakServer.SOON);
        isFailing.set(true);
        Await.until(() -> !isFailing.get(), StakServer.SOON);
        SERVER.post(acme, toUsers("news", "From afar", "ann"));
        Await.until(() -> lines.toString().contains("\"total\":1"), StakServer.SOON);
        assertThat(lines).contains("event: changed");
        isAllowed.set(false);
        Await.until(() -> streams.open() == 0, StakServer.SOON);
      }
    }
  }

  /** A tenant's key can name any number of users, so the limit of each user holds nobody back. */
  @Test
  void one_tenant_does_not_take_the_streams_of_another() throws Exception {
    var other = SERVER.tenant("other" + ++tenants);
    try (var streams =
        new InboxStreams(SERVER.stak.inboxes(), InstantSource.system(), Duration.ofHours(1), 3)) {
      var router =
          new Router()
              .get(
                  "/{tenant}/{user}",
                  Refusals.around(call ->
                      streams.open(
                          UserInboxKey.of(
                              call.pathParameter("tenant"), call.pathParameter("user"), "DEFAULT"),
                          () -> true)));
      var site = new Site(new Hosts.Loopback(), () -> "r").at("/far", router, ErrorShape.PLAIN);
      try (var far = SiteServer.start(site, "127.0.0.1", 0)) {
        var address = far.endpoint().resolve("/far/");
        for (int i = 1; i <= 3; i++) {
          int expected = i;
          follow(request(address, acme, "user" + i), new CopyOnWriteArrayList<>());
          Await.until(() -> streams.open() == expected, StakServer.SOON);
        }
        assertThat(status(request(address, acme, "user4"))).isEqualTo(429);
        var lines = new CopyOnWriteArrayList<String>();
        follow(request(address, other, "ann"), lines);
        Await.until(() -> lines.toString().contains("\"total\":0"), StakServer.SOON);
      }
    }
  }

  private static HttpRequest request(URI address, TestTenant tenant, String user) {
    return HttpRequest.newBuilder(address.resolve(tenant.tenant() + "/" + user)).build();
  }

  private static int status(HttpRequest request) throws IOException, InterruptedException {
    return SERVER.http.send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void an_administrator_sees_how_far_a_delivery_is_and_no_other_tenant_does() {
    var other = SERVER.tenant("watch" + ++tenants);
    var mine = watched(acme);
    var others = watched(other);
    Await.until(() -> mine.toString().contains("dead-letters"), StakServer.SOON);
    Await.until(() -> others.toString().contains("dead-letters"), StakServer.SOON);
    var id = SERVER.post(acme, toUsers("news", "Watched", "ann", "bob"));
    Await.until(() -> mine.toString().contains("\"estimated\":2,\"delivered\":2"), StakServer.SOON);
    assertThat(mine.toString()).contains(id).contains("event: sent");
    assertThat(others.toString()).doesNotContain(id);
  }

  @Test
  void a_stream_ends_when_its_key_is_revoked() {
    var lines = watched(acme);
    Await.until(() -> lines.toString().contains("dead-letters"), StakServer.SOON);
    for (var key : SERVER.admin(acme, "GET", "/DEFAULT/keys", "").body().at("/data")) {
      if (!key.at("/scope").asText().equals("admin")) continue;
      SERVER.admin(acme, "DELETE", "/DEFAULT/keys/" + key.at("/key_id").asText(), "");
    }
    Await.until(() -> lines.contains("(end)"), StakServer.SOON);
  }

  private static List<String> watched(TestTenant tenant) {
    var lines = new CopyOnWriteArrayList<String>();
    var path = AdminApi.PREFIX + "/" + tenant.tenant() + "/DEFAULT/events";
    var request =
        HttpRequest.newBuilder(SERVER.server.endpoint().resolve(path))
            .header("X-Api-Key", tenant.adminKey())
            .header("X-Admin-Id", "boss")
            .build();
    follow(request, lines);
    return lines;
  }

  /** Collects the lines that come, and a mark at the end. */
  private static void follow(HttpRequest request, List<String> lines) {
    Thread.startVirtualThread(() -> {
      try {
        SERVER.http.send(request, BodyHandlers.ofLines()).body().forEach(lines::add);
      } catch (IOException | UncheckedIOException e) {
        lines.add("(" + e + ")");
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      lines.add("(end)");
    });
  }

  /** A tenant's server that refuses the first call of each event. */
  private record Receiver(HttpServer http, List<String> bodies, List<String> signatures)
      implements AutoCloseable {
    static Receiver start() throws IOException {
      var loopback = InetAddress.getLoopbackAddress();
      var receiver =
          new Receiver(
              HttpServer.create(new InetSocketAddress(loopback, 0), 0),
              new CopyOnWriteArrayList<>(),
              new CopyOnWriteArrayList<>());
      var calls = new AtomicInteger();
      receiver.http.createContext(
          "/",
          exchange -> {
            var body = StakServer.text(exchange.getRequestBody().readAllBytes());
            if (calls.getAndIncrement() == 0) {
              exchange.sendResponseHeaders(503, -1);
            } else {
              receiver.signatures.add(
                  exchange.getRequestHeaders().getFirst(WebhookSignatures.HEADER));
              receiver.bodies.add(body);
              exchange.sendResponseHeaders(204, -1);
            }
            exchange.close();
          });
      receiver.http.start();
      return receiver;
    }

    String url() {
      return "http://127.0.0.1:" + http.getAddress().getPort() + "/hook";
    }

    @Override
    public void close() {
      http.stop(0);
    }
  }

  @Test
  void a_webhook_is_signed_and_retried_until_it_is_accepted() throws IOException {
    try (var receiver = Receiver.start()) {
      var settings =
          """
          {"title":"T","webhook":{"url":"%s","events":["message.delivered","message.read"]}}\
          """
              .formatted(receiver.url());
      assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);
      var key = SERVER.admin(acme, "GET", "/webhook", "").body().at("/data/signing_key").asText();
      var id = SERVER.post(acme, toUsers("news", "Hook", "ann", "bob"));
      Await.until(() -> receiver.bodies.size() == 1, StakServer.SOON);
      var body = receiver.bodies.getFirst();
      var json = Json.read(body.getBytes(StandardCharsets.UTF_8), Object.class);
      assertThat(json.toString()).contains("message.delivered", id, "ann", "bob");
      var signature = receiver.signatures.getFirst();
      var age = Duration.ofMinutes(5);
      assertThat(WebhookSignatures.isValid(key, signature, body, Instant.now(), age)).isTrue();
      assertThat(WebhookSignatures.isValid(key, signature, body + " ", Instant.now(), age))
          .isFalse();
      assertThat(
              WebhookSignatures.isValid(key, signature, body, Instant.now().plusSeconds(3600), age))
          .isFalse();

      var next =
          SERVER
              .admin(acme, "POST", "/webhook/rotate", "{}")
              .body()
              .at("/data/signing_key")
              .asText();
      SERVER.user(acme, "ann", "PUT", "/messages/read", "{\"messages\":[\"" + id + "\"]}");
      Await.until(() -> receiver.bodies.size() == 2, StakServer.SOON);
      var read = receiver.bodies.getLast();
      assertThat(read).contains("message.read", "\"ann\"", id);
      for (var each : List.of(key, next)) {
        assertThat(
                WebhookSignatures.isValid(
                    each, receiver.signatures.getLast(), read, Instant.now(), age))
            .isTrue();
      }
    }
  }

  @Test
  void a_webhook_to_an_internal_address_is_refused() {
    var addresses = new AddressPolicy(false);
    for (var url :
        List.of(
            "https://127.0.0.1/x",
            "https://localhost/x",
            "https://10.1.2.3/x",
            "https://192.168.0.1/x",
            "https://172.16.0.1/x",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/x",
            "https://0.0.0.0/x",
            "https://[::1]/x",
            "https://[fe80::1]/x",
            "https://[fd00::1]/x",
            "https://[::ffff:10.0.0.1]/x",
            "https://[64:ff9b::a00:1]/x",
            "https://[2002:a00:1::1]/x",
            "https://2130706433/x",
            "http://example.com/x",
            "https://user:pw@93.184.216.34/x",
            "file:///etc/passwd",
            "ftp://93.184.216.34/x",
            "nonsense")) {
      assertThat(addresses.problem("acme", url)).as(url).isPresent();
    }
    assertThat(addresses.problem("acme", "https://93.184.216.34/hook")).isEmpty();
    assertThat(addresses.problem("acme", "https://[2606:2800:220:1::1]/hook")).isEmpty();
  }

  @Test
  void a_webhook_that_never_responds_does_not_delay_those_of_other_tenants() throws IOException {
    var other = SERVER.tenant("slow" + ++tenants);
    try (var stuck = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        var receiver = Receiver.start()) {
      var settings = "{\"title\":\"T\",\"webhook\":{\"url\":\"%s\",\"events\":[\"message.read\"]}}";
      var stuckUrl = "http://127.0.0.1:" + stuck.getLocalPort() + "/hook";
      SERVER.admin(other, "PUT", "/settings", settings.formatted(stuckUrl));
      SERVER.admin(acme, "PUT", "/settings", settings.formatted(receiver.url()));
      var now = Instant.now().getEpochSecond();
      var readAll = "{\"after\":" + now + "}";
      for (int i = 0; i < 100; i++) SERVER.user(other, "u" + i, "PUT", "/messages/read", readAll);
      SERVER.user(acme, "ann", "PUT", "/messages/read", readAll);
      SERVER.user(acme, "ann", "PUT", "/messages/read", readAll);
      Await.until(() -> receiver.bodies.size() == 2, StakServer.SOON);
      // Behind the hundred calls, all of them would have waited for their deadline by now.
      var events = SERVER.admin(other, "GET", "/webhook", "").body().at("/data/events");
      assertThat(events).isNotEmpty();
      assertThat(events.findValuesAsText("last_answer"))
          .anyMatch(result -> !result.startsWith("no response"));
    }
  }

  @Test
  void pages_of_allowed_origins_may_call_the_user_api_and_no_others() {
    var settings = "{\"title\":\"T\",\"allowed_origins\":[\"https://shop.example\"]}";
    assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);
    var path = UserRoutes.PREFIX + "/" + acme.tenant() + "/DEFAULT/messages/unread";
    var asked =
        SERVER.call(
            "OPTIONS",
            path,
            "",
            "Origin",
            "https://shop.example",
            "Access-Control-Request-Method",
            "GET");
    assertThat(asked.header("access-control-allow-origin")).isEqualTo("https://shop.example");
    assertThat(asked.header("access-control-allow-methods")).contains("GET");
    var other = SERVER.call("OPTIONS", path, "", "Origin", "https://evil.example");
    assertThat(other.header("access-control-allow-origin")).isEmpty();
    var refused = SERVER.call("GET", path, "", "Origin", "https://shop.example");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.header("access-control-allow-origin")).isEqualTo("https://shop.example");
    var bad = "{\"title\":\"T\",\"allowed_origins\":[\"https://shop.example/path\"]}";
    assertThat(SERVER.admin(acme, "PUT", "/settings", bad).status()).isEqualTo(400);
    var slash = "{\"title\":\"T\",\"allowed_origins\":[\"https://Shop.example/\"]}";
    var saved = SERVER.admin(acme, "PUT", "/settings", slash).body();
    assertThat(saved.at("/data/allowed_origins/0").asText()).isEqualTo("https://shop.example");
  }

  @Test
  void a_post_to_very_many_is_read_as_a_stream_and_one_too_many_is_refused() {
    var uids = new StringBuilder();
    for (int i = 0; i < 5000; i++) uids.append(i == 0 ? "" : "\",\"").append("u").append(i);
    var posted = SERVER.post(acme, toUsers("news", "Many", uids.toString()));
    var sent = SERVER.admin(acme, "GET", "/DEFAULT/messages/" + posted, "").body();
    assertThat(sent.at("/data/progress/estimated").asInt()).isEqualTo(5000);
    for (int i = 5000; i < 200_001; i++) uids.append("\",\"").append("u").append(i);
    var refused =
        SERVER.admin(
            acme, "POST", "/DEFAULT/messages/post", toUsers("news", "More", uids.toString()));
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body().at("/error/details/field_errors/0/field").asText())
        .isEqualTo("headers.audiences.uids");
  }

  @Test
  void invalid_posts_are_refused_with_the_field_that_is_wrong() {
    var good = toUsers("news", "T", "ann");
    for (var pair :
        List.of(
            List.of(good.replace("\"news\"", "\"*\""), "taxonomy.category"),
            List.of(good.replace("\"ann\"", "\"a#b\""), "headers.audiences.uids[0]"),
            List.of(good.replace("\"users\"", "\"nobody\""), "headers.audiences.kind"),
            List.of(
                good.replace("\"Text\"", "\"Text\",\"cta_uri\":\"javascript:x\""),
                "message.cta_uri"),
            List.of(good.replace("[\"ann\"]", "[]"), "headers.audiences.uids"),
            List.of(toEveryone("news", ""), "message.title"))) {
      var refused = SERVER.admin(acme, "POST", "/DEFAULT/messages/post", pair.getFirst());
      assertThat(refused.status()).as(pair.getLast()).isEqualTo(400);
      assertThat(refused.body().at("/error/details/field_errors/0/field").asText())
          .isEqualTo(pair.getLast());
    }
    assertThat(SERVER.admin(acme, "POST", "/DEFAULT/messages/post", "{").status()).isEqualTo(400);
  }

  @Test
  void the_same_idempotency_key_twice_at_once_is_one_message() throws InterruptedException {
    var body = toUsers("news", "Once", "ann");
    var answers = new CopyOnWriteArrayList<StakServer.Response>();
    var threads =
        List.of(1, 2, 3, 4).stream()
            .map(_ ->
                Thread.startVirtualThread(() ->
                    answers.add(
                        SERVER.admin(
                            acme,
                            "POST",
                            "/DEFAULT/messages/post",
                            body,
                            "Idempotency-Key",
                            "at-once"))))
            .toList();
    for (var thread : threads) thread.join();
    var ids =
        answers.stream()
            .filter(answer -> answer.status() == 200)
            .map(answer -> answer.body().at("/data/id").asText())
            .distinct();
    assertThat(ids).hasSize(1);
    assertThat(answers).allMatch(answer -> answer.status() == 200 || answer.status() == 409);
    var sent = SERVER.admin(acme, "GET", "/DEFAULT/messages", "").body();
    assertThat(sent.at("/messages")).hasSize(1);
  }
}
