package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.accounts.fixture.ApiDocument;
import dev.trestle.accounts.fixture.Policies;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.ManualClock;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.PolicedClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * EcoBid with accounts on an engine in memory, with a clock under control. It may do what its IAM
 * policies allow, and no more.
 */
final class EcoBidServer implements AutoCloseable {
  static final ApiDocument DOCUMENT = ApiDocument.beside(EcoBid.class);
  static final Duration SOON = Duration.ofSeconds(30);

  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());

  /** A response. */
  record Response(int status, JsonNode body, String text) {
    String code() {
      return body.path("error").path("code").asText();
    }
  }

  final ManualClock clock = new ManualClock();
  final Trestle trestle;
  private final PolicedClient policed;
  private final SystemContext context;
  private final Accounts accounts;
  final EcoBid ecobid;
  private final SiteServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger numbers = new AtomicInteger(100);

  /** One that lets everybody ask as often as they like. */
  EcoBidServer() {
    this(LimitedTables.NONE, System::nanoTime, MINUTE_NANOS);
  }

  /** One whose rate limits never recover. */
  static EcoBidServer limited() {
    return new EcoBidServer(LimitedTables.NONE, () -> 0, 0);
  }

  /** One whose table has DynamoDB's throughput limits, by the clock under control. */
  static EcoBidServer throttled() {
    var table = LimitedTables.named(Set.of("ecobid"));
    return new EcoBidServer(table, System::nanoTime, MINUTE_NANOS);
  }

  private EcoBidServer(LimitedTables limited, LongSupplier nanos, long nanosPerCall) {
    trestle = Trestle.open(EngineOptions.inMemory().withClock(clock).withLimits(limited));
    policed = PolicedClient.around(trestle.client());
    var engine = trestle.engine();
    var taken = new AtomicLong();
    LongSupplier passing = () -> nanos.getAsLong() + taken.addAndGet(nanosPerCall);
    context =
        SystemContext.open(
                policed.client(),
                trestle.streamsClient(),
                StoreOptions.standard().clock(clock),
                SECRETS,
                FeedOptions.woken("test", engine::awaitRecords))
            .limits(new RateLimits(new MemoryLimiter(passing, 10_000)));
    accounts = Accounts.open(context, AccountsOptions.local().rates(AccountRates.UNLIMITED));
    ecobid = EcoBid.open(context, accounts, EcoBidOptions.STANDARD);
    policed.enforce(Policies.of(context, List.of(accounts, ecobid)));
    var requests = new AtomicInteger();
    var site = new Site(new Hosts.Loopback(), () -> "req_" + requests.incrementAndGet());
    accounts.mount(site);
    ecobid.mount(site);
    var operator = new Router();
    ecobid.mountOperator(operator);
    site.at("/operator/ecobid", operator, ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  /** Starts the background work. */
  EcoBidServer started() {
    ecobid.start();
    return this;
  }

  Store store() {
    return ecobid.stores().getFirst();
  }

  /** Somebody who has just signed in. */
  SignedInClient person() {
    var number = "+4670174" + (1000 + numbers.incrementAndGet());
    return SignedInClient.signIn(
        http, URI.create("http://127.0.0.1:" + server.port()), number, "test", code -> code);
  }

  Response get(@Nullable SignedInClient who, String path) {
    return call(who, "GET", path, Optional.empty());
  }

  Response post(@Nullable SignedInClient who, String path, Object body) {
    return call(who, "POST", path, Optional.of(body));
  }

  /** Posts, and sees to it that this was done. */
  JsonNode posted(SignedInClient who, String path, Object body) {
    var response = post(who, path, body);
    assertThat(response.status()).as(response.text()).isBetween(200, 299);
    return response.body();
  }

  Response call(@Nullable SignedInClient who, String method, String path, Optional<Object> body) {
    return send(who, method, path, body, Optional.empty());
  }

  /** The same with an Idempotency-Key; repeated for as long as the first attempt is under way. */
  Response once(SignedInClient who, String path, Object body, String key) {
    while (true) {
      var response = send(who, "POST", path, Optional.of(body), Optional.of(key));
      if (!response.text().contains("still running")) return response;
      Thread.onSpinWait();
    }
  }

  private Response send(
      @Nullable SignedInClient who,
      String method,
      String path,
      Optional<Object> body,
      Optional<String> key) {
    var publisher =
        body.map(value -> HttpRequest.BodyPublishers.ofByteArray(Json.write(value)))
            .orElseGet(HttpRequest.BodyPublishers::noBody);
    var response = send(who, method, path, "application/json", publisher, key);
    if (who == null || response.status() != 401) return response;
    // Time has passed.
    who.refresh(who.accessToken());
    return send(who, method, path, "application/json", publisher, key);
  }

  /** An open page, for somebody or for a stranger. */
  EventListener listen(@Nullable SignedInClient who, String path) throws InterruptedException {
    return new EventListener(http, URI.create(base() + "/ecobid/v1" + path), who);
  }

  private String base() {
    return "http://127.0.0.1:" + server.port();
  }

  Response upload(SignedInClient who, byte[] file) {
    var body = HttpRequest.BodyPublishers.ofByteArray(file);
    return send(who, "POST", "/photos", "image/jpeg", body, Optional.empty());
  }

  /** Everything that is stored about somebody, as JSON lines. */
  String export(SignedInClient who) {
    return read(who, "/api/v1/users/me/export", HttpResponse.BodyHandlers.ofString());
  }

  /** What somebody reads, not compared with the document. */
  String text(@Nullable SignedInClient who, String path) {
    return read(who, "/ecobid/v1" + path, HttpResponse.BodyHandlers.ofString());
  }

  /** The lines of an event stream. */
  Stream<String> events(String query) {
    return read(null, "/ecobid/v1/events" + query, HttpResponse.BodyHandlers.ofLines());
  }

  private <T> T read(
      @Nullable SignedInClient who, String path, HttpResponse.BodyHandler<T> handler) {
    var request = request("GET", path, HttpRequest.BodyPublishers.noBody());
    if (who != null) request.header("Authorization", "Bearer " + who.accessToken());
    return send(request, handler).body();
  }

  private <T> HttpResponse<T> send(
      HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
    try {
      return http.send(request.build(), handler);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What the operator reads. */
  Response operator(String path) {
    return operator("GET", path);
  }

  Response operator(String method, String path) {
    return response(
        request(method, "/operator/ecobid" + path, HttpRequest.BodyPublishers.noBody()));
  }

  private Response send(
      @Nullable SignedInClient who,
      String method,
      String path,
      String type,
      HttpRequest.BodyPublisher body,
      Optional<String> key) {
    var request = request(method, "/ecobid/v1" + path, body).header("Content-Type", type);
    if (who != null) request.header("Authorization", "Bearer " + who.accessToken());
    key.ifPresent(text -> request.header("Idempotency-Key", text));
    var response = response(request);
    var deviations = DOCUMENT.deviations(method, path, response.status(), response.body());
    assertThat(deviations).as("%s %s: %s", method, path, response.text()).isEmpty();
    return response;
  }

  private HttpRequest.Builder request(String method, String path, HttpRequest.BodyPublisher body) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .method(method, body);
  }

  private Response response(HttpRequest.Builder request) {
    var response = send(request, HttpResponse.BodyHandlers.ofString());
    var text = response.body();
    var type = response.headers().firstValue("content-type").orElse("");
    var body = type.startsWith("application/json") && !text.isEmpty() ? text : "{}";
    try {
      return new Response(response.statusCode(), Json.tree().readTree(body), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    ecobid.close();
    accounts.close();
    context.close();
    trestle.close();
    assertThat(policed.denied()).isEmpty();
  }
}
