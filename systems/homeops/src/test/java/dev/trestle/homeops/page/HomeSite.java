package dev.trestle.homeops.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.homeops.HomeOps;
import dev.trestle.homeops.HomeOpsOptions;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** HomeOps with its page on a port, as {@code serve} has it, and a clock that tests move. */
final class HomeSite implements AutoCloseable {
  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  final ManualClock clock = new ManualClock();
  private final Trestle trestle;
  private final SystemContext context;
  private final Accounts accounts;
  private final HomeOps homeops;
  private final SiteServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger numbers = new AtomicInteger(1000);

  HomeSite() {
    // Near the real time, because cookies expire by that. Browsers get this time, too.
    clock.set(LocalDate.now(ZoneOffset.UTC).atTime(12, 0).toInstant(ZoneOffset.UTC));
    trestle = Trestle.open(EngineOptions.inMemory().withClock(clock));
    var engine = trestle.engine();
    context =
        SystemContext.open(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard().clock(clock),
            SECRETS,
            FeedOptions.woken("test", engine::awaitRecords));
    accounts = Accounts.open(context, AccountsOptions.local().rates(AccountRates.UNLIMITED));
    homeops = HomeOps.open(context, accounts, HomeOpsOptions.embedded());
    var shared = Pages.in(HomeSite.class.getClassLoader(), "dev/trestle/platform/page");
    var site = new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString());
    accounts.mount(site);
    homeops.mount(site);
    site.at("/shared", shared.router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
    accounts.start();
    homeops.start();
  }

  URI page() {
    return server.endpoint().resolve("/homeops/");
  }

  /** A phone number that nobody has. */
  String number() {
    return "+4670174" + numbers.incrementAndGet();
  }

  /** Somebody who uses the API. */
  SignedInClient person() {
    return SignedInClient.signIn(http, server.endpoint(), number(), "test", code -> code);
  }

  /** Writes a message and waits until it is decided upon. */
  void write(SignedInClient who, String chat, String text) {
    var path = "/chats/" + chat + "/messages";
    var id =
        call(who, "POST", path, Map.of("text", text, "client_id", UUID.randomUUID().toString()))
            .path("message_id")
            .asLong();
    Await.valueSlowly(
        () ->
            Optional.of(get(who, "/chats/" + chat + "/decisions"))
                .filter(found ->
                    found.path("decisions").findValues("message_id").stream()
                        .anyMatch(each -> each.asLong() == id)),
        TIMEOUT);
  }

  JsonNode get(SignedInClient who, String path) {
    return send(who, path, HttpRequest.newBuilder().GET());
  }

  JsonNode call(SignedInClient who, String method, String path, Object body) {
    return send(
        who,
        path,
        HttpRequest.newBuilder().method(method, BodyPublishers.ofByteArray(Json.write(body))));
  }

  private JsonNode send(SignedInClient who, String path, HttpRequest.Builder request) {
    request
        .uri(server.endpoint().resolve("/homeops/v1" + path))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + who.accessToken());
    try {
      var response = http.send(request.build(), BodyHandlers.ofString());
      if (response.statusCode() / 100 != 2) {
        throw new AssertionError(path + ": " + response.statusCode() + " " + response.body());
      }
      return Json.tree().readTree(response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    homeops.stop();
    server.close();
    homeops.close();
    accounts.close();
    context.close();
    trestle.close();
    http.close();
  }
}
