package dev.trestle.bench.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.storage.Durability;
import dev.trestle.http.Hosts;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Stak;
import dev.trestle.stak.inbox.Item;
import dev.trestle.stak.inbox.Listing;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The process that is measured: Stak on a durable engine in a folder. It prints its port, answers
 * questions on its standard input, and ends with it.
 */
final class ServedStak {
  private static final Logger SERVER_LOG = Logger.getLogger("io.helidon");
  private static final int COLLECTIONS = 3;
  private static final int PAGE = 100;

  private final Stak stak;
  private final Crowd crowd;
  private final CapacityMeter meter;

  private ServedStak(Stak stak, Crowd crowd, CapacityMeter meter) {
    this.stak = stak;
    this.crowd = crowd;
    this.meter = meter;
  }

  static void main(String[] arguments) throws IOException {
    SERVER_LOG.setLevel(Level.WARNING);
    var folder = Path.of(arguments[0]);
    var engine = EngineOptions.at(folder.resolve("engine")).withDurability(Durability.SYNC);
    try (var trestle = Trestle.open(engine)) {
      var client = trestle.client();
      for (var model : Stak.MODELS) TableCreation.create(model, client, "");
      TableCreation.create(QueueModel.MODEL, client, "");
      TableCreation.create(LeaseModel.MODEL, client, "");
      var meter = new CapacityMeter(trestle.engine());
      trestle.engine().observe(meter);
      var options = StoreOptions.standard();
      var queue = new TableQueue(client, options, QueueOptions.of("bench"));
      var secrets = new SecretFolder(folder.resolve("secrets"), new SecureRandom());
      var requests = new AtomicLong();
      try (var stak = new Stak(client, options, queue, secrets, Stak.Options.STANDARD);
          var server =
              SiteServer.start(
                  stak.on(
                      new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet())),
                  "127.0.0.1",
                  0)) {
        stak.start();
        System.out.println(server.port());
        new ServedStak(stak, new Crowd(client, stak), meter).answer();
      }
    }
  }

  private void answer() throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var words = line.split(" ", -1);
      System.out.println(
          switch (words[0]) {
            case "tenant" -> tenant();
            case "memory" -> heapBytes() + " " + peakBytes();
            case "consumed" -> meter.consumed().line();
            case "consumed-by-stak" -> meter.consumed("stak").line();
            case "register" -> register(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            case "check" -> check(words[1], Long.parseLong(words[2])).orElse("good");
            default -> "?";
          });
    }
  }

  private String tenant() {
    var tenant = stak.createTenant(Crowd.TENANT).orElseThrow();
    return tenant.adminKey() + " " + tenant.userKey();
  }

  private String register(int from, int to) {
    crowd.register(from, to);
    return Long.toString(stak.posts().known(Crowd.TENANT, Crowd.INBOX));
  }

  /** What is in use after everything else was thrown away. */
  private static long heapBytes() {
    var runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** The most that was ever in use, what was already thrown away but not collected included. */
  private static long peakBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** What is wrong with a user's counts, held against the list, a recount and what was posted. */
  private Optional<String> check(String user, long posts) {
    var inbox = stak.room().inbox(new OfInbox(Crowd.TENANT, user, Crowd.INBOX));
    var unread = inbox.unread();
    var recount = inbox.recount();
    long listed = unreadInList(inbox);
    boolean isExact =
        unread.categories().getOrDefault(StakBench.POSTED, 0L) == posts
            && unread.equals(recount)
            && unread.total() == listed;
    if (isExact) return Optional.empty();
    return Optional.of(
        user + " counts " + unread + ", recounted " + recount + ", listed unread " + listed);
  }

  private static long unreadInList(UserInbox inbox) {
    long unread = 0;
    var below = Optional.of(MessageIds.LAST);
    while (below.isPresent()) {
      Listing page = inbox.list(Filter.ALL, below.get(), PAGE);
      unread += page.items().stream().filter(Item::isUnread).count();
      below = page.next();
    }
    return unread;
  }
}
