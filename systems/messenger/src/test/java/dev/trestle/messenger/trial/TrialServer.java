package dev.trestle.messenger.trial;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.http.Hosts;
import dev.trestle.http.HttpLimits;
import dev.trestle.http.HttpServer;
import dev.trestle.messenger.Messenger;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.messenger.TestMessengers;
import dev.trestle.messenger.model.MessengerModel;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Site;
import dev.trestle.store.StoreOptions;
import dev.trestle.testing.Faults;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The process under test: Messenger on a durable engine, with the faults given by its arguments.
 */
final class TrialServer {
  private static final int BODY_BYTES_MAX = 64 * 1024;
  private static final int FOLLOWED_MILLIS_MAX = 3000;

  private TrialServer() {}

  /**
   * Arguments: folder, port, seed, the share of store calls that fail, a {@link Bug}, and
   * optionally where the process kills itself: the name of a point and how often it is passed
   * before.
   */
  static void main(String[] arguments) {
    try {
      start(arguments);
    } catch (RuntimeException e) {
      // The engine's threads would keep an unreachable server alive.
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
    var client =
        FaultyStore.around(CrashPoints.around(bug.around(trestle.client()), faults), seed, chance);
    // The tables are created by a client that does not fail.
    var secrets = new SecretFolder(folder.resolve("secrets"), new SecureRandom());
    var feeds = FeedOptions.woken("trial", trestle.engine()::awaitRecords);
    var options = StoreOptions.standard();
    createTables(trestle, options, secrets, feeds);
    var context = SystemContext.open(client, trestle.streamsClient(), options, secrets, feeds);
    var accounts = Accounts.open(context, AccountsOptions.local().rates(AccountRates.UNLIMITED));
    var messenger = bug.open(context, accounts, MessengerOptions.unlimited());
    var feed = new StreamFeed(trestle.client(), trestle.streamsClient(), options, feeds);
    Thread.startVirtualThread(() -> follow(messenger, feed, new SplittableRandom(seed)));
    var requests = new AtomicLong();
    var site = new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet());
    accounts.mount(site);
    messenger.mount(site);
    HttpServer.start(site, "127.0.0.1", port, HttpLimits.ofBodyBytes(BODY_BYTES_MAX));
    System.out.println("ready");
    // The server's threads are daemons. The process lives until it is killed.
    while (true) LockSupport.park();
  }

  private static void createTables(
      Trestle trestle, StoreOptions options, SecretFolder secrets, FeedOptions feeds) {
    var client = trestle.client();
    try (var context =
        SystemContext.open(client, trestle.streamsClient(), options, secrets, feeds)) {
      context.store(AccountsModel.MODEL);
      context.store(MessengerModel.MODEL);
    }
  }

  /** The consumer of the change feed stops again and again, and another one continues. */
  private static void follow(Messenger messenger, StreamFeed feed, SplittableRandom random) {
    while (true) {
      var subscription = TestMessengers.follow(messenger, feed);
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(FOLLOWED_MILLIS_MAX)).toNanos());
      subscription.close();
    }
  }
}
