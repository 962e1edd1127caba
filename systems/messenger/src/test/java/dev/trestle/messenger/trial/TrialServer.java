package dev.trestle.messenger.trial;

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
import dev.trestle.testing.Faults;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** The process under trial: Messenger on a durable engine, with faults by the arguments. */
final class TrialServer {
  private static final int BODY_BYTES_MAX = 64 * 1024;
  private static final int FOLLOWED_MILLIS_MAX = 3000;

  private TrialServer() {}

  /**
   * Arguments: folder, port, seed, the share of the store's calls that fail, a bug of {@link Bug},
   * and where the process shall die by itself: a point's name and which passage of it.
   */
  static void main(String[] arguments) {
    try {
      start(arguments);
    } catch (RuntimeException e) {
      // The engine's threads would keep a server alive that nobody can reach.
      var thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static void start(String[] arguments) {
    var folder = Path.of(arguments[0]);
    int port = Integer.parseInt(arguments[1]);
    long seed = Long.parseLong(arguments[2]);
    double chance = Double.parseDouble(arguments[3]);
    var bug = Bug.valueOf(arguments[4]);
    var faults = new Faults();
    if (arguments.length > 5) faults.halt(arguments[5], Long.parseLong(arguments[6]));

    var trestle =
        Trestle.open(
            EngineOptions.at(folder.resolve("engine"))
                .withDurability(Durability.SYNC)
                .withStrictConflicts(true)
                .withFaults(faults));
    for (var model : Messenger.models()) TableCreation.create(model, trestle.client(), "");
    TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
    var client =
        FaultyStore.around(NamedPoints.around(bug.around(trestle.client()), faults), seed, chance);
    var options =
        MessengerOptions.local(
                StoreOptions.standard(),
                new SecretFolder(folder.resolve("secrets"), new SecureRandom()))
            .limits(ApiLimits.NONE);
    var messenger = bug.plant(client, options);
    Thread.startVirtualThread(() -> follow(messenger, trestle, new SplittableRandom(seed)));
    var requests = new AtomicLong();
    var site =
        new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet())
            .at("/api/v1", messenger.rest(), ErrorShape.PLAIN)
            .at("/v1", messenger.sockets(), ErrorShape.PLAIN);
    HttpServer.start(site, "127.0.0.1", port, HttpLimits.ofBodyBytes(BODY_BYTES_MAX));
    System.out.println("ready");
  }

  /** The consumer of the change feed ends again and again, and another one goes on. */
  private static void follow(Messenger messenger, Trestle trestle, SplittableRandom random) {
    var feed =
        new StreamFeed(
            trestle.client(),
            trestle.streamsClient(),
            StoreOptions.standard(),
            FeedOptions.signalled("trial", signal(trestle.engine())));
    while (true) {
      var subscription = messenger.follow(feed);
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(FOLLOWED_MILLIS_MAX)).toNanos());
      subscription.close();
    }
  }

  private static ChangeSignal signal(Engine engine) {
    return ChangeSignal.of(engine::changePosition, engine::awaitChange);
  }
}
