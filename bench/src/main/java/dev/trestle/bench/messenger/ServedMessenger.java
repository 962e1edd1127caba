package dev.trestle.bench.messenger;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.storage.Durability;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.web.ApiLimits;
import dev.trestle.platform.feed.ChangeSignal;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Site;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The process that is measured: Messenger on a durable engine in a folder. It prints its port,
 * answers the questions "memory" and "usage" on its standard input, and ends with it.
 */
final class ServedMessenger {
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");
  private static final int BODY_BYTES_MAX = 64 * 1024;
  private static final int COLLECTIONS = 3;

  private ServedMessenger() {}

  static void main(String[] arguments) throws IOException {
    SERVER_LOG.setLevel(Level.WARNING);
    var folder = Path.of(arguments[0]);
    var engine = EngineOptions.at(folder.resolve("engine")).withDurability(Durability.SYNC);
    try (var trestle = Trestle.open(engine)) {
      for (var model : Messenger.models()) TableCreation.create(model, trestle.client(), "");
      TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
      var options =
          MessengerOptions.local(
                  StoreOptions.standard(),
                  new SecretFolder(folder.resolve("secrets"), new SecureRandom()))
              .limits(ApiLimits.NONE);
      var requests = new AtomicLong();
      var feed =
          new StreamFeed(
              trestle.client(),
              trestle.streamsClient(),
              StoreOptions.standard(),
              FeedOptions.signalled("bench", signal(trestle.engine())));
      try (var messenger = Messenger.of(trestle.client(), options);
          var _ = messenger.follow(feed);
          var server =
              HttpServer.start(
                  new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet())
                      .at("/api/v1", messenger.rest(), ErrorShape.PLAIN)
                      .at("/v1", messenger.sockets(), ErrorShape.PLAIN),
                  "127.0.0.1",
                  0,
                  HttpLimits.ofBodyBytes(BODY_BYTES_MAX))) {
        System.out.println(server.port());
        answer(messenger);
      }
    }
  }

  /** The engine wakes whoever follows its tables, as it does in the program. */
  private static ChangeSignal signal(Engine engine) {
    return ChangeSignal.of(engine::changePosition, engine::awaitChange);
  }

  private static void answer(Messenger messenger) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      switch (line) {
        case "memory" -> System.out.println(heapBytes());
        case "usage" -> System.out.println(usage(messenger));
        default -> System.out.println("?");
      }
    }
  }

  /** What is in use after everything else was thrown away. */
  private static long heapBytes() {
    var runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Calls to the store, those that were tried again, and those that failed. */
  private static String usage(Messenger messenger) {
    long calls = 0;
    long retries = 0;
    long errors = 0;
    for (var usage : messenger.store().usage().values()) {
      calls += usage.calls();
      retries += usage.retries();
      errors += usage.errors();
    }
    return calls + " " + retries + " " + errors;
  }
}
