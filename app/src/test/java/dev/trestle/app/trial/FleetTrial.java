package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.fleet.FleetOptions.Service;
import dev.trestle.app.fleet.FleetProcess;
import dev.trestle.app.fleet.LocalFleet;
import dev.trestle.testing.Await;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Servers behind nginx, disturbed one at a time while clients use all systems. Clients remember
 * what was acknowledged and what they saw, and that decides.
 */
final class FleetTrial implements AutoCloseable {
  private static final int USERS = 3;

  /** What each client does at least: on a busy machine, disturbances may be over too soon. */
  private static final int STEPS_MIN = 8;

  private static final Duration STEPS_MAX = Duration.ofMinutes(5);

  /** A frozen server stands still for longer than its leases last. */
  private static final Duration FROZEN_MIN = Duration.ofSeconds(12);

  /**
   * What a trial is like.
   *
   * @param revocationLimit how long after a sign-out a token may still be accepted
   * @param length about how long it takes
   * @param outages how long disturbances last
   * @param services what there is beside Redis
   */
  record Plan(
      int servers,
      long seed,
      PlantedFault fault,
      Duration revocationLimit,
      Duration length,
      OutageLengths outages,
      List<Service> services) {}

  private final Plan plan;
  private final SplittableRandom random;
  private final Pace pace;
  private final long startedAt = System.nanoTime();
  private final SmsCodes codes = new SmsCodes();
  private final Map<Integer, TcpLink> databaseLinks = new LinkedHashMap<>();
  private final Map<Integer, TcpLink> redisLinks = new LinkedHashMap<>();
  private final List<TrialWork> works = new ArrayList<>();
  private final Map<TrialWork, Integer> steps = new ConcurrentHashMap<>();
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final Map<Disturbance, Integer> disturbances = new EnumMap<>(Disturbance.class);
  private final LocalFleet fleet;
  private final HttpClient http;
  private final DynamoDbClient tables;
  private final SessionWork sessions;
  private final Optional<TrialEvents> events;
  private volatile boolean isOver;

  /**
   * What a trial found.
   *
   * @param counts of everything
   * @param summary the last line
   */
  record Result(String counts, String summary, List<String> violations) {}

  /** How a server reaches the others: through links that can be cut. */
  private final class CuttableLinks implements FleetOptions.Links {
    @Override
    public URI database(int server, URI real) {
      return databaseLinks.computeIfAbsent(server, _ -> TcpLink.to(real.getPort())).of(real);
    }

    @Override
    public URI redis(int server, URI real) {
      return redisLinks.computeIfAbsent(server, _ -> TcpLink.to(real.getPort())).of(real);
    }
  }

  FleetTrial(Path folder, Plan plan) {
    this.plan = plan;
    random = new SplittableRandom(plan.seed);
    pace = new Pace(plan.length);
    fleet =
        LocalFleet.start(
            plan.fault
                .in(FleetOptions.in(folder, codes::received))
                .servers(plan.servers)
                .services(plan.services.toArray(Service[]::new))
                .java("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m")
                .links(new CuttableLinks()));
    http = FleetAccess.http(folder);
    tables = FleetAccess.tables(fleet, folder);
    sessions = new SessionWork(http, fleet.address(), codes, plan.revocationLimit);
    events = fleet.address(Service.KAFKA).map(TrialEvents::from);
    try {
      openWorks(folder);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /** What {@code ./trestle fleet} prints. */
  String announced() {
    var text = new StringWriter();
    fleet.announce(new PrintWriter(text));
    return text.toString();
  }

  private void openWorks(Path folder) {
    var users = users();
    var giver = codes.newUser(http, fleet.address());
    // What a faulty server has lost never comes, however long one waits.
    var patience = plan.fault == PlantedFault.NONE ? Duration.ofMinutes(2) : Duration.ofSeconds(20);
    works.add(new ChatWork(users, pace, random.split(), patience));
    var direct = fleet.serverAddresses().getFirst();
    var created =
        CommandRun.of(
            folder,
            Map.of("TRESTLE_SECRETS", folder.resolve("secrets").toString()),
            "stak",
            "tenant",
            "create",
            "acme",
            "--port",
            Integer.toString(direct.getPort()));
    var key = created.out().lines().filter(line -> line.startsWith("stak admin key: ")).findFirst();
    var adminKey = key.orElseThrow(() -> new AssertionError(created)).substring(16);
    works.add(new InboxWork(fleet.plainAddress(), "acme", adminKey, pace, random.split()));
    works.add(new MarketWork(giver, users, pace, random.split()));
    var auctions = new AuctionTables(tables);
    works.add(new AuctionWork(giver, users(), auctions, pace, random.split()));
    works.add(new HouseholdWork(users, pace, random.split()));
    // The other works find the planted faults, and sooner.
    if (plan.fault != PlantedFault.NONE) return;
    works.add(new NewChatWork(users(), pace, random.split()));
    works.add(new HistoryWork(fleet.plainAddress(), users(), tables, pace, random.split()));
  }

  /** Users who reach nginx by TLS. The clients of Stak and of the history know no certificates. */
  private List<SignedInClient> users() {
    var users = new ArrayList<SignedInClient>();
    for (int i = 0; i < USERS; i++) users.add(codes.newUser(http, fleet.address()));
    return users;
  }

  /** Lets clients work during these disturbances, one after the other, and checks. */
  Result run(Iterator<Disturbance> schedule) {
    var threads = new ArrayList<Thread>();
    for (var work : works) steps.put(work, 0);
    for (var work : works) threads.add(Thread.ofVirtual().start(() -> workOn(work)));
    try {
      while (schedule.hasNext() && failures.isEmpty()) disturb(schedule.next());
      Await.until(
          () -> !failures.isEmpty() || steps.values().stream().allMatch(n -> n >= STEPS_MIN),
          STEPS_MAX);
    } finally {
      isOver = true;
    }
    for (var thread : threads) join(thread);
    awaitRunning();
    say("clients catch up");
    var violations = new ArrayList<>(failures);
    for (var work : works) violations.addAll(work.violations());
    var expected = works.stream().flatMap(work -> work.events().stream()).toList();
    events.ifPresent(read -> violations.addAll(read.violations(expected)));
    violations.addAll(sessions.violations());
    return new Result(counts(), summary(violations.size()), violations);
  }

  private void workOn(TrialWork work) {
    while (!isOver) {
      try {
        work.step();
        steps.merge(work, 1, Integer::sum);
      } catch (Exception | Error e) {
        failures.add(work.summary() + ": " + e + ", because of " + e.getCause());
        return;
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Disturbs one thing for a while. Meanwhile a user signs out, and the servers that work must
   * refuse the token; afterwards all must.
   */
  private void disturb(Disturbance disturbance) {
    awaitRunning();
    disturbances.merge(disturbance, 1, Integer::sum);
    int number = random.nextInt(plan.servers);
    var length = plan.outages.next(random);
    if (disturbance == Disturbance.SERVER_FROZEN) length = atLeast(length, FROZEN_MIN);
    say("%s (%d) %d s".formatted(name(disturbance), number + 1, length.toSeconds()));
    var user = sessions.signIn(fleet.serverAddresses());
    long end = System.nanoTime() + length.toNanos();
    begin(disturbance, number);
    boolean isWorking = disturbance.leavesServerAtWork();
    sessions.signOut(user, isWorking ? fleet.serverAddresses() : without(number));
    while (System.nanoTime() < end) LockSupport.parkNanos(end - System.nanoTime());
    end(disturbance, number);
    awaitRunning();
    sessions.requireRefusal(user, fleet.serverAddresses());
  }

  private static Duration atLeast(Duration length, Duration min) {
    return length.compareTo(min) < 0 ? min : length;
  }

  private void begin(Disturbance disturbance, int number) {
    var server = fleet.servers().get(number);
    switch (disturbance) {
      case SERVER_KILLED -> server.kill();
      case SERVER_RESTARTED -> {
        if (!server.stop()) failures.add("a server did not end after SIGTERM");
      }
      case SERVER_FROZEN -> server.freeze();
      case SERVER_WITHOUT_REDIS -> linkOf(redisLinks, number).cut();
      case SERVER_WITH_SILENT_REDIS -> linkOf(redisLinks, number).silence();
      case SERVER_WITHOUT_DATABASE -> linkOf(databaseLinks, number).cut();
      case SERVER_WITH_SILENT_DATABASE -> linkOf(databaseLinks, number).silence();
      case REDIS_KILLED -> fleet.redis().kill();
      case KAFKA_KILLED -> service(Service.KAFKA).kill();
      case SQS_KILLED -> service(Service.SQS).kill();
      case NOTHING -> {}
    }
  }

  /** The supervisor restarts servers. */
  private void end(Disturbance disturbance, int number) {
    switch (disturbance) {
      case SERVER_FROZEN -> fleet.servers().get(number).resume();
      case SERVER_WITHOUT_REDIS, SERVER_WITH_SILENT_REDIS -> linkOf(redisLinks, number).restore();
      case SERVER_WITHOUT_DATABASE, SERVER_WITH_SILENT_DATABASE ->
          linkOf(databaseLinks, number).restore();
      case REDIS_KILLED -> fleet.redis().restart();
      case KAFKA_KILLED -> service(Service.KAFKA).restart();
      case SQS_KILLED -> service(Service.SQS).restart();
      case SERVER_KILLED, SERVER_RESTARTED, NOTHING -> {}
    }
  }

  private FleetProcess service(Service service) {
    return fleet.service(service).orElseThrow();
  }

  /** The supervisor starts a killed server within a second; until then it is not alive. */
  private void awaitRunning() {
    for (var server : fleet.servers()) {
      Await.until(server::isAlive, Duration.ofSeconds(60));
      server.awaitReady();
    }
  }

  /** Tells whoever watches a long trial. */
  private void say(String what) {
    if (plan.length.isZero()) return;
    long seconds = Duration.ofNanos(System.nanoTime() - startedAt).toSeconds();
    System.out.printf(Locale.ROOT, "%5d s  %-38s %s%n", seconds, what, counts());
  }

  private static String name(Disturbance disturbance) {
    return disturbance.name().toLowerCase(Locale.ROOT);
  }

  private static TcpLink linkOf(Map<Integer, TcpLink> links, int server) {
    return Objects.requireNonNull(links.get(server), "every server has a link");
  }

  private List<URI> without(int number) {
    return IntStream.range(0, plan.servers)
        .filter(each -> each != number)
        .mapToObj(fleet.serverAddresses()::get)
        .toList();
  }

  private String counts() {
    var parts = new ArrayList<String>();
    disturbances.forEach((kind, count) -> parts.add(name(kind) + "=" + count));
    works.forEach(work -> parts.add(work.summary()));
    events.ifPresent(read -> parts.add("repeated_events=" + read.repeated()));
    parts.add(sessions.summary());
    return parts.stream().collect(Collectors.joining(" "));
  }

  private String summary(int violations) {
    int kills =
        disturbances.entrySet().stream()
            .filter(each -> each.getKey().isKill())
            .mapToInt(Map.Entry::getValue)
            .sum();
    long messages = works.stream().mapToLong(TrialWork::messages).sum();
    return "servers=%d kills=%d messages=%d events=%d violations=%d"
        .formatted(
            plan.servers, kills, messages, events.map(TrialEvents::count).orElse(0L), violations);
  }

  @Override
  public void close() {
    works.forEach(TrialWork::close);
    events.ifPresent(TrialEvents::close);
    http.shutdownNow();
    tables.close();
    fleet.close();
    databaseLinks.values().forEach(TcpLink::close);
    redisLinks.values().forEach(TcpLink::close);
  }
}
