package dev.trestle.stak.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.design.Design;
import dev.trestle.design.export.IamPolicy;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Stak;
import dev.trestle.stak.StakOptions;
import dev.trestle.stak.TestContext;
import dev.trestle.stak.delivery.DeliveryOptions;
import dev.trestle.stak.email.EmailOptions;
import dev.trestle.stak.email.SmtpServer;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.webhook.WebhookOptions;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import dev.trestle.testing.PolicedClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Stak behind HTTP, with an engine of its own. It may do what its IAM policies allow. */
final class StakServer implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(60);

  /** Tests that wait for something call more often than clients may. */
  private static final StakLimits POLLED =
      new StakLimits(
          many("stak-admin"),
          many("stak-admin-key"),
          many("stak-users"),
          many("stak-user-key"),
          many("stak-user"),
          StakLimits.STANDARD.recipients(),
          StakLimits.STANDARD.broadcasts(),
          StakLimits.STANDARD.emails());

  static final Duration WEBHOOK_TIMEOUT = Duration.ofSeconds(15);

  final Trestle trestle;
  final StoreOptions options;
  private final PolicedClient policed;
  final SystemContext context;
  final Stak stak;
  final SiteServer server;
  final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  StakServer() {
    this(new AddressPolicy(true));
  }

  StakServer(AddressPolicy addresses) {
    this(addresses, POLLED);
  }

  private static Rate many(String name) {
    return Rate.perSecond(name, 1_000_000);
  }

  StakServer(AddressPolicy addresses, StakLimits limits) {
    this(
        Trestle.inMemory(),
        StoreOptions.standard(),
        addresses,
        limits,
        Optional.empty(),
        Optional.empty());
  }

  /** With e-mails through this SMTP server, at most so many per tenant. */
  static StakServer sending(SmtpServer smtp, Rate emails) {
    var limits =
        new StakLimits(
            POLLED.adminCalls(),
            POLLED.callsOfAdminKey(),
            POLLED.userCalls(),
            POLLED.callsOfUserKey(),
            POLLED.callsOfOneUser(),
            POLLED.recipients(),
            POLLED.broadcasts(),
            emails);
    return new StakServer(
        Trestle.inMemory(),
        StoreOptions.standard(),
        new AddressPolicy(true),
        limits,
        Optional.of(smtp),
        Optional.empty());
  }

  /** With e-mails through this SMTP server, and a clock that the test moves. */
  static StakServer sending(SmtpServer smtp, ManualClock clock) {
    return new StakServer(
        Trestle.open(EngineOptions.inMemory().withClock(clock)),
        StoreOptions.standard().clock(clock),
        new AddressPolicy(true),
        POLLED,
        Optional.of(smtp),
        Optional.empty());
  }

  /** With push messages, and a clock that the test moves. */
  static StakServer pushing(PushOptions push, ManualClock clock) {
    return new StakServer(
        Trestle.open(EngineOptions.inMemory().withClock(clock)),
        StoreOptions.standard().clock(clock),
        new AddressPolicy(true),
        POLLED,
        Optional.empty(),
        Optional.of(push));
  }

  static StakServer sending(SmtpServer smtp) {
    return sending(smtp, POLLED.emails());
  }

  private StakServer(
      Trestle trestle,
      StoreOptions options,
      AddressPolicy addresses,
      StakLimits limits,
      Optional<SmtpServer> smtp,
      Optional<PushOptions> push) {
    this.trestle = trestle;
    this.options = options;
    this.policed = PolicedClient.around(trestle.client());
    this.context =
        TestContext.on(trestle, policed.client(), options)
            .publicAddress(new PublicAddress(URI.create("https://stak.example/")));
    var soon = new Backoff(20, Duration.ofMillis(20), Duration.ofMillis(500));
    var delivery = new DeliveryOptions(4, 64, Duration.ofSeconds(30), soon);
    var webhooks = new WebhookOptions(addresses, soon, WEBHOOK_TIMEOUT);
    var emails =
        smtp.map(to ->
            new EmailOptions(
                to,
                new EmailAddress("no-reply@stak.example"),
                new Backoff(4, Duration.ofMillis(20), Duration.ofMillis(100))));
    stak = Stak.open(context, new StakOptions(delivery, webhooks, limits, emails, push));
    policed.enforce(policies());
    stak.start();
    var shared = Pages.in(StakServer.class.getClassLoader(), "dev/trestle/platform/page");
    var site =
        new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString())
            .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN)
            .at("/shared", shared.router(), ErrorShape.PLAIN);
    stak.mount(site);
    server = SiteServer.start(site, "127.0.0.1", 0, HttpLimits.ofBodyBytes(PostRequest.BYTES_MAX));
  }

  /** What a server of Stak may do. */
  private List<String> policies() {
    return Stream.of(context.platformStores().all(), stak.stores())
        .flatMap(List::stream)
        .map(store -> IamPolicy.write(Design.of(store.model())))
        .toList();
  }

  /** A tenant with its keys, as texts. */
  record TestTenant(String tenant, String adminKey, String userKey) {
    static final TestTenant NONE = new TestTenant("", "", "");
  }

  TestTenant tenant(String name) {
    var made = stak.tenants().create(new TenantId(name));
    return new TestTenant(name, made.adminKey(), made.userKey());
  }

  /** A response with its body as a tree. */
  record Response(int status, JsonNode body, HttpResponse<byte[]> raw) {
    String header(String name) {
      return raw.headers().firstValue(name).orElse("");
    }

    String code() {
      return body.at("/error/code").asText();
    }
  }

  Response call(String method, String path, String body, String... headers) {
    var request = HttpRequest.newBuilder(server.endpoint().resolve(path));
    for (int i = 0; i + 1 < headers.length; i += 2) request.header(headers[i], headers[i + 1]);
    if (!body.isEmpty()) request.header("Content-Type", "application/json");
    request.method(
        method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    try {
      var response = http.send(request.build(), BodyHandlers.ofByteArray());
      var tree =
          response.body().length == 0
              ? Json.tree().createObjectNode()
              : Json.tree().readTree(response.body());
      return new Response(response.statusCode(), tree, response);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** For responses that are not JSON. */
  HttpResponse<String> send(String method, String path) {
    var request =
        HttpRequest.newBuilder(server.endpoint().resolve(path))
            .method(method, BodyPublishers.noBody())
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  Response admin(TestTenant tenant, String method, String path, String body, String... more) {
    var headers = new ArrayList<>(List.of("X-Api-Key", tenant.adminKey(), "X-Admin-Id", "boss"));
    headers.addAll(List.of(more));
    return call(
        method,
        AdminApi.PREFIX + "/" + tenant.tenant() + path,
        body,
        headers.toArray(new String[0]));
  }

  Response user(TestTenant tenant, String user, String method, String path, String body) {
    return call(
        method,
        UserRoutes.PREFIX + "/" + tenant.tenant() + "/DEFAULT" + path,
        body,
        "X-Api-Key",
        tenant.userKey(),
        "X-User-Id",
        user);
  }

  static String toUsers(String category, String title, String... uids) {
    var list = new StringBuilder();
    for (var uid : uids) list.append(list.isEmpty() ? "" : ",").append('"').append(uid).append('"');
    return """
    {"headers":{"audiences":{"kind":"users","label":"Some","uids":[%s]}},
     "taxonomy":{"category":"%s"},"message":{"title":"%s","body":"Text"}}\
    """
        .formatted(list, category, title);
  }

  static String toEveryone(String category, String title) {
    return """
    {"headers":{"audiences":{"kind":"everyone"}},"taxonomy":{"category":"%s"},
     "message":{"title":"%s","body":{"lines":[1,2]}}}\
    """
        .formatted(category, title);
  }

  String post(TestTenant tenant, String body) {
    var response = admin(tenant, "POST", "/DEFAULT/messages/post", body);
    if (response.status() != 200) throw new AssertionError(response.body().toString());
    return response.body().at("/data/id").asText();
  }

  /** Waits until as many have it as were estimated. */
  void awaitDelivery(TestTenant tenant, String id) {
    Await.value(
        () -> {
          var progress =
              admin(tenant, "GET", "/DEFAULT/messages/" + id, "").body().at("/data/progress");
          long done = 0;
          for (var name : List.of("delivered", "muted", "failed"))
            done += progress.get(name).asLong();
          return done == progress.get("estimated").asLong() ? Optional.of(true) : Optional.empty();
        },
        SOON);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    http.shutdownNow();
    server.close();
    stak.close();
    context.close();
    trestle.close();
    assertThat(policed.denied()).isEmpty();
  }
}
