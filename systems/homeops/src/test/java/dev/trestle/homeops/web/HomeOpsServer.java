package dev.trestle.homeops.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.design.Design;
import dev.trestle.design.export.IamPolicy;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.homeops.HomeOps;
import dev.trestle.homeops.HomeOpsOptions;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.PolicedClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * HomeOps with accounts on an engine in memory, with a clock under control. It may do what its IAM
 * policies allow.
 */
public final class HomeOpsServer implements AutoCloseable {
  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());

  /** A response. */
  public record Response(int status, JsonNode body, String text) {
    String code() {
      return body.path("error").path("code").asText();
    }
  }

  public final ManualClock clock = new ManualClock();
  public final Trestle trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
  private final PolicedClient policed = PolicedClient.around(trestle.client());
  private final SystemContext context;
  private final Accounts accounts;
  public final HomeOps homeops;
  private final SiteServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger numbers = new AtomicInteger(100);

  HomeOpsServer() {
    this(HomeOpsOptions.embedded());
  }

  public HomeOpsServer(HomeOpsOptions options) {
    var engine = trestle.engine();
    context =
        SystemContext.open(
                policed.client(),
                trestle.streamsClient(),
                StoreOptions.standard().clock(clock),
                SECRETS,
                FeedOptions.woken("test", engine::awaitRecords))
            .publicAddress(new PublicAddress(URI.create("https://home.example")));
    accounts = Accounts.open(context, AccountsOptions.local().rates(AccountRates.UNLIMITED));
    homeops = HomeOps.open(context, accounts, options);
    policed.enforce(policies());
    var requests = new AtomicInteger();
    var site = new Site(new Hosts.Loopback(), () -> "req_" + requests.incrementAndGet());
    accounts.mount(site);
    homeops.mount(site);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  private List<String> policies() {
    return Stream.of(context.platformStores().all(), accounts.stores(), homeops.stores())
        .flatMap(List::stream)
        .map(store -> IamPolicy.write(Design.of(store.model())))
        .toList();
  }

  /** Starts the background work. */
  public HomeOpsServer started() {
    homeops.start();
    return this;
  }

  /** The address of a path of the API. */
  public URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + "/homeops/v1" + path);
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

  Response call(@Nullable SignedInClient who, String method, String path, Optional<Object> body) {
    var publisher =
        body.map(value -> HttpRequest.BodyPublishers.ofByteArray(Json.write(value)))
            .orElseGet(HttpRequest.BodyPublishers::noBody);
    return send(who, method, path, "application/json", publisher);
  }

  private Response send(
      @Nullable SignedInClient who,
      String method,
      String path,
      String type,
      HttpRequest.BodyPublisher body) {
    var request =
        HttpRequest.newBuilder(address(path)).method(method, body).header("Content-Type", type);
    if (who != null) request.header("Authorization", "Bearer " + who.accessToken());
    try {
      var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      var text = response.body();
      var isJson = response.headers().firstValue("content-type").orElse("").contains("json");
      return new Response(response.statusCode(), Json.tree().readTree(isJson ? text : "{}"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Opens a stream of events and leaves it open. */
  HttpResponse<InputStream> follow(SignedInClient who, String path)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(address(path))
            .header("Authorization", "Bearer " + who.accessToken())
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
  }

  @Override
  public void close() {
    server.close();
    homeops.close();
    accounts.close();
    context.close();
    trestle.close();
    assertThat(policed.denied()).isEmpty();
  }
}
