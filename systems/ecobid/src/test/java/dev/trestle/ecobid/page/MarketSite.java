package dev.trestle.ecobid.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.ecobid.EcoBid;
import dev.trestle.ecobid.EcoBidOptions;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** EcoBid with its page on a port, as {@code serve} has it, and a clock that tests move. */
final class MarketSite implements AutoCloseable {
  private static final MemorySecrets SECRETS = new MemorySecrets(new SecureRandom());

  final ManualClock clock = new ManualClock();
  private final Trestle trestle;
  private final SystemContext context;
  private final Accounts accounts;
  private final EcoBid ecobid;
  private final SiteServer server;
  private final HttpClient http = HttpClient.newHttpClient();
  private final AtomicInteger numbers = new AtomicInteger(1000);

  MarketSite() {
    // Pages go by the server's clock: at noon no test runs into another day.
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
    ecobid = EcoBid.open(context, accounts, EcoBidOptions.STANDARD);
    var shared = Pages.in(MarketSite.class.getClassLoader(), "dev/trestle/platform/page");
    var site = new Site(new Hosts.Loopback(), () -> UUID.randomUUID().toString());
    accounts.mount(site);
    ecobid.mount(site);
    site.at("/shared", shared.router(), ErrorShape.PLAIN)
        .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
    accounts.start();
    ecobid.start();
  }

  URI page() {
    return server.endpoint().resolve("/ecobid/");
  }

  /** A phone number that nobody has. */
  String number() {
    return "+4670174" + numbers.incrementAndGet();
  }

  /** Somebody who uses the API. */
  SignedInClient person() {
    return person(number());
  }

  /** The person with this number, on another device than the page. */
  SignedInClient person(String number) {
    return SignedInClient.signIn(http, server.endpoint(), number, "test", code -> code);
  }

  /** Lists something in the middle of the page's map and returns its id. */
  String give(SignedInClient giver, String title, Map<String, Object> how) {
    var body =
        new HashMap<String, Object>(
            Map.of(
                "title",
                title,
                "category",
                "home",
                "lat",
                MarketVisitor.LATITUDE,
                "lon",
                MarketVisitor.LONGITUDE,
                "address",
                "Mill Lane 7",
                "mode",
                "free"));
    body.putAll(how);
    return post(giver, "/items", body).path("item").path("id").asText();
  }

  JsonNode get(SignedInClient who, String path) {
    return call(who, path, "GET", BodyPublishers.noBody());
  }

  JsonNode post(SignedInClient who, String path, Object body) {
    return call(who, path, "POST", BodyPublishers.ofByteArray(Json.write(body)));
  }

  private JsonNode call(
      SignedInClient who, String path, String method, HttpRequest.BodyPublisher body) {
    var request =
        HttpRequest.newBuilder(server.endpoint().resolve("/ecobid/v1" + path))
            .method(method, body)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + who.accessToken())
            .build();
    try {
      var response = http.send(request, BodyHandlers.ofString());
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
    ecobid.stop();
    server.close();
    ecobid.close();
    accounts.close();
    context.close();
    trestle.close();
    http.close();
  }
}
