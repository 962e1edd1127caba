package dev.trestle.app;

import dev.trestle.console.ConsoleSystem;
import dev.trestle.http.Hosts;
import dev.trestle.model.Model;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.StreamFeed;
import dev.trestle.platform.idempotency.Remembered;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.identity.Secrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.platform.schedule.ScheduleModel;
import dev.trestle.platform.schedule.ScheduleOptions;
import dev.trestle.platform.schedule.TableSchedule;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What all systems of a server share.
 *
 * @param options how their stores run
 * @param isOpenToOthers whether others than this machine can reach the server
 */
record Foundation(
    Ground ground,
    StoreOptions options,
    String tablePrefix,
    Secrets secrets,
    InstantSource clock,
    RandomGenerator random,
    Limits limits,
    TableQueue queue,
    ChangeFeed feed,
    Schedule schedule,
    Store remembered,
    boolean isOpenToOthers) {
  private static final int LIMITED_MAX = 100_000;

  /** The folder's lock keeps others out: a restarted server takes its leases back at once. */
  private static final String ALONE = "server";

  private static final List<Model> MODELS =
      List.of(QueueModel.MODEL, LeaseModel.MODEL, ScheduleModel.MODEL, Remembered.MODEL);

  /** Makes the tables that are missing. The demo's secrets are gone when it ends. */
  static Foundation on(Ground ground, Configuration configuration, boolean isDemo) {
    var random = new SecureRandom();
    var secrets =
        isDemo
            ? new MemorySecrets(random)
            : new SecretFolder(configuration.data().resolve("secrets"), random);
    var prefix = configuration.tablePrefix();
    var options = StoreOptions.standard().tablePrefix(prefix).signing(secrets.cursorKey("cursors"));
    for (var model : MODELS) TableCreation.create(model, ground.client(), prefix);
    var member = ground.engine().isPresent() ? ALONE : member(random);
    var queue = new TableQueue(ground.client(), options, QueueOptions.of(member));
    return new Foundation(
        ground,
        options,
        prefix,
        secrets,
        Clock.systemUTC(),
        random,
        new Limits(new MemoryLimiter(System::nanoTime, LIMITED_MAX)),
        queue,
        new StreamFeed(ground.client(), ground.streams(), options, ground.feeds(member)),
        new TableSchedule(ground.client(), options, queue, ScheduleOptions.of(member)),
        Store.of(Remembered.MODEL, ground.client(), options),
        !Hosts.isLoopback(configuration.host()));
  }

  /** The name of this process among those that share the tables. */
  private static String member(RandomGenerator random) {
    return "server-" + Long.toHexString(random.nextLong());
  }

  /** A store on tables that are there afterwards. */
  Store storeOf(Model model) {
    TableCreation.create(model, ground.client(), tablePrefix);
    return Store.of(model, ground.client(), options);
  }

  /** What the console shows of it. */
  List<ConsoleSystem> shown() {
    return List.of(
        new ConsoleSystem("queue", QueueModel.MODEL, queue.store(), tablePrefix),
        new ConsoleSystem("idempotency", Remembered.MODEL, remembered, tablePrefix));
  }
}
