package dev.trestle.bench.stak;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.http.Hosts;
import dev.trestle.platform.feed.FeedOptions;
import dev.trestle.platform.identity.SecretFolder;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Stak;
import dev.trestle.stak.StakOptions;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.inbox.MessageFilter;
import dev.trestle.stak.inbox.UserInbox;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.store.StoreOptions;
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

/**
 * The process that is measured: Stak on a durable engine in a folder. It prints its port, answers
 * questions from its standard input, and ends when that ends.
 */
final class StakProcess {
  /** Another tenant beside the one that is measured. */
  static final String SMALL_TENANT = "small";

  private static final int COLLECTIONS = 3;
  private static final int PAGE = 100;

  private final Stak stak;
  private final BulkUsers users;
  private final CapacityCounter capacity;

  private StakProcess(Stak stak, BulkUsers users, CapacityCounter capacity) {
    this.stak = stak;
    this.users = users;
    this.capacity = capacity;
  }

  static void main(String[] arguments) throws IOException {
    var folder = Path.of(arguments[0]);
    var engine = EngineOptions.at(folder.resolve("engine")).withDurability(Durability.SYNC);
    try (var trestle = Trestle.open(engine)) {
      var client = trestle.client();
      var capacity = new CapacityCounter(trestle.engine());
      trestle.engine().observe(capacity);
      var secrets = new SecretFolder(folder.resolve("secrets"), new SecureRandom());
      var requests = new AtomicLong();
      var site = new Site(Hosts.of("127.0.0.1"), () -> "req_" + requests.incrementAndGet());
      try (var context =
              SystemContext.open(
                  client,
                  trestle.streamsClient(),
                  StoreOptions.standard(),
                  secrets,
                  FeedOptions.polling("bench"));
          var stak = Stak.open(context, StakOptions.STANDARD)) {
        stak.mount(site);
        try (var server = SiteServer.start(site, "127.0.0.1", 0)) {
          stak.start();
          System.out.println(server.port());
          new StakProcess(stak, new BulkUsers(client, stak), capacity).answerQuestions();
        }
      }
    }
  }

  private void answerQuestions() throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      var words = line.split(" ", -1);
      System.out.println(
          switch (words[0]) {
            case "tenant" -> tenant(BulkUsers.INBOX.tenant());
            case "small-tenant" -> tenant(new TenantId(SMALL_TENANT));
            case "memory" -> heapBytes() + " " + peakBytes();
            case "consumed" -> capacity.consumed().line();
            case "consumed-by-stak" -> capacity.consumed("stak").line();
            case "register" -> register(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
            case "check" -> check(words[1], Long.parseLong(words[2])).orElse("good");
            default -> "?";
          });
    }
  }

  private String tenant(TenantId id) {
    var tenant = stak.tenants().create(id);
    return tenant.adminKey() + " " + tenant.userKey();
  }

  private String register(int from, int to) {
    users.register(from, to);
    return Long.toString(stak.posts().knownUsers(BulkUsers.INBOX));
  }

  /** The heap in use after garbage collection. */
  private static long heapBytes() {
    var runtime = Runtime.getRuntime();
    for (int i = 0; i < COLLECTIONS; i++) System.gc();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** The most heap that was ever in use, garbage included. */
  private static long peakBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .mapToLong(pool -> pool.getPeakUsage().getUsed())
        .sum();
  }

  /** Compares a user's counts with the list, a recount and what was posted; says what is wrong. */
  private Optional<String> check(String user, long posts) {
    var inbox = stak.inboxes().of(BulkUsers.INBOX.user(new UserId(user)));
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
    var below = Optional.of(MessageId.LAST);
    while (below.isPresent()) {
      var page = inbox.list(MessageFilter.ALL, below.get(), PAGE);
      unread += page.messages().stream().filter(InboxMessage::isUnread).count();
      below = page.next();
    }
    return unread;
  }
}
