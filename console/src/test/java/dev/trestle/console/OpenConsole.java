package dev.trestle.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.http.Hosts;
import dev.trestle.model.Mail;
import dev.trestle.model.Mail.Address;
import dev.trestle.model.Mail.Delivery;
import dev.trestle.model.Mail.Letter;
import dev.trestle.model.Mail.OfUser;
import dev.trestle.model.Mail.UserId;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The small mail system on an engine in memory, and a console over it that listens. */
final class OpenConsole implements AutoCloseable {
  static final UserId ANN = new UserId("u_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final Instant NOON = Instant.parse("2026-11-16T12:00:00Z");
  static final String PREFIX = "test-";

  private final HttpClient http = HttpClient.newHttpClient();
  final KeptQueue queue = new KeptQueue();
  final Trestle trestle = Trestle.inMemory();
  final Store store;
  final StreamFeed feed;
  final Console console;
  private final SiteServer server;

  private OpenConsole(boolean withEngine, String prefix) {
    TableCreation.create(Mail.MODEL, trestle.client(), prefix);
    TableCreation.create(LeaseModel.MODEL, trestle.client(), prefix);
    var options = StoreOptions.standard().tablePrefix(prefix);
    store = Store.of(Mail.MODEL, trestle.client(), options);
    feed =
        new StreamFeed(
            trestle.client(), trestle.streamsClient(), options, FeedOptions.polling("one"));
    console =
        new Console(
                List.of(new ConsoleSystem("mail", store)),
                withEngine ? Optional.of(trestle.engine()) : Optional.empty(),
                List.of(queue),
                List.of(ConsoleFeed.of(feed, new FollowedTable("mail-index", Mail.MAIL))),
                InstantSource.system())
            .withBackups(withEngine ? new KeptBackups() : ConsoleBackups.NONE);
    var site =
        new Site(new Hosts.Loopback(), () -> "request")
            .at("/console", console.router(), ErrorShape.PLAIN);
    site.at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN)
        .at("/shared", shared().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  /** The pages' shared files, from the platform. */
  private static Pages shared() {
    return Pages.in(OpenConsole.class.getClassLoader(), "dev/trestle/platform/page");
  }

  static OpenConsole open() {
    return new OpenConsole(true, PREFIX);
  }

  /** With another prefix of all table names. */
  static OpenConsole withPrefix(String prefix) {
    return new OpenConsole(true, prefix);
  }

  /** With tables at another endpoint. */
  static OpenConsole withoutEngine() {
    return new OpenConsole(false, PREFIX);
  }

  URI at(String path) {
    return server.endpoint().resolve("/console" + path);
  }

  JsonNode get(String path) {
    var answer = send(HttpRequest.newBuilder(at(path)).build());
    if (answer.statusCode() != 200) {
      throw new AssertionError(answer.statusCode() + " " + answer.body());
    }
    return tree(answer.body());
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(at(path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static JsonNode tree(String json) {
    try {
      return Json.tree().readTree(json);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static String id(int number) {
    return "01JCQZ8M5R3V7W9X1Y2Z3A%04d".formatted(number);
  }

  void deliver(int letters) {
    for (int i = 0; i < letters; i++) {
      var letter =
          new Letter(
              ANN,
              NOON.plusSeconds(i),
              id(i),
              new Address("someone+" + i + "@example.org"),
              "letter " + i,
              false,
              i % 2 == 0 ? Optional.of("later") : Optional.empty());
      store.run(Mail.DELIVER, new Delivery(letter, new OfUser(ANN)));
    }
  }

  @Override
  public void close() {
    console.close();
    http.shutdownNow();
    server.close();
    trestle.close();
  }
}
