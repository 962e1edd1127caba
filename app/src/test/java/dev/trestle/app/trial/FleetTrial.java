package dev.trestle.app.trial;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.app.command.CommandRun;
import dev.trestle.app.fleet.FleetOptions;
import dev.trestle.app.fleet.LocalFleet;
import dev.trestle.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Servers behind nginx, disturbed one at a time while clients use all systems. Clients remember
 * what was acknowledged and what they saw, and that decides.
 */
final class FleetTrial implements AutoCloseable {
  private static final int USERS = 3;

  /** What each client does at least: on a busy machine, disturbances may be over too soon. */
  private static final int STEPS_MIN = 8;

  private static final Duration STEPS_MAX = Duration.ofMinutes(5);

  private final int servers;
  private final SplittableRandom random;
  private final SmsCodes codes = new SmsCodes();
  private final Map<Integer, TcpLink> databaseLinks = new LinkedHashMap<>();
  private final Map<Integer, TcpLink> redisLinks = new LinkedHashMap<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<TrialWork> works = new ArrayList<>();
  private final Map<TrialWork, Integer> steps = new ConcurrentHashMap<>();
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final Map<Disturbance, Integer> disturbances = new EnumMap<>(Disturbance.class);
  private final LocalFleet fleet;
  private final SessionWork sessions;
  private volatile boolean isOver;

  /** What a trial found. */
  record Result(String summary, List<String> violations) {}

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

  FleetTrial(Path folder, int servers, long seed, PlantedFault fault, Duration revocationLimit) {
    this.servers = servers;
    random = new SplittableRandom(seed);
    fleet =
        LocalFleet.start(
            fault
                .in(FleetOptions.in(folder, codes::received))
                .servers(servers)
                .java("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m")
                .links(new CuttableLinks()));
    sessions = new SessionWork(http, fleet.address(), codes, revocationLimit);
    try {
      openWorks(folder);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void openWorks(Path folder) {
    var address = fleet.address();
    var users = new ArrayList<SignedInClient>();
    for (int i = 0; i < USERS; i++) users.add(codes.newUser(http, address));
    var giver = codes.newUser(http, address);
    works.add(new ChatWork(users, random.split()));
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
    works.add(new InboxWork(address, "acme", adminKey, random.split()));
    works.add(new MarketWork(giver, users, random.split()));
    works.add(new HouseholdWork(users, random.split()));
  }

  /** Lets clients work while these things happen, one after the other, and checks. */
  Result run(List<Disturbance> happening) {
    var threads = new ArrayList<Thread>();
    for (var work : works) steps.put(work, 0);
    for (var work : works) threads.add(Thread.ofVirtual().start(() -> workOn(work)));
    try {
      for (var each : happening) disturb(each);
      Await.until(
          () -> !failures.isEmpty() || steps.values().stream().allMatch(n -> n >= STEPS_MIN),
          STEPS_MAX);
    } finally {
      isOver = true;
    }
    for (var thread : threads) join(thread);
    var violations = new ArrayList<>(failures);
    for (var work : works) violations.addAll(work.violations());
    violations.addAll(sessions.violations());
    return new Result(summary(violations.size()), violations);
  }

  private void workOn(TrialWork work) {
    while (!isOver) {
      try {
        work.step();
        steps.merge(work, 1, Integer::sum);
      } catch (Exception | Error e) {
        failures.add(work.summary() + ": " + e);
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

  /** While a server is disturbed, a user signs out and the other servers must notice. */
  private void disturb(Disturbance disturbance) {
    for (int each = 0; each < servers; each++) awaitRunning(each);
    disturbances.merge(disturbance, 1, Integer::sum);
    int number = random.nextInt(servers);
    var server = fleet.servers().get(number);
    var user = sessions.signIn(fleet.serverAddresses());
    switch (disturbance) {
      case SERVER_KILLED -> {
        server.kill();
        sessions.signOut(user, without(number));
      }
      case SERVER_FROZEN -> {
        server.freeze();
        sessions.signOut(user, without(number));
        server.resume();
      }
      case SERVER_WITHOUT_REDIS -> {
        linkOf(redisLinks, number).cut();
        sessions.signOut(user, fleet.serverAddresses());
        linkOf(redisLinks, number).heal();
      }
      case SERVER_WITHOUT_DATABASE -> {
        linkOf(databaseLinks, number).cut();
        sessions.signOut(user, without(number));
        linkOf(databaseLinks, number).heal();
      }
      case REDIS_KILLED -> {
        fleet.redis().kill();
        sessions.signOut(user, fleet.serverAddresses());
        fleet.redis().restart();
      }
      case NOTHING -> sessions.signOut(user, fleet.serverAddresses());
    }
  }

  /** The supervisor starts a killed server within a second; until then it is not alive. */
  private void awaitRunning(int number) {
    var server = fleet.servers().get(number);
    Await.until(server::isAlive, Duration.ofSeconds(60));
    server.awaitReady();
  }

  private static TcpLink linkOf(Map<Integer, TcpLink> links, int server) {
    return Objects.requireNonNull(links.get(server), "every server has a link");
  }

  private List<URI> without(int number) {
    return IntStream.range(0, servers)
        .filter(each -> each != number)
        .mapToObj(fleet.serverAddresses()::get)
        .toList();
  }

  private String summary(int violations) {
    var parts = new ArrayList<String>();
    parts.add("servers=" + servers);
    disturbances.forEach(
        (kind, count) -> parts.add(kind.name().toLowerCase(Locale.ROOT) + "=" + count));
    works.forEach(work -> parts.add(work.summary()));
    parts.add("revocations=" + sessions.revoked());
    parts.add("violations=" + violations);
    return parts.stream().collect(Collectors.joining(" "));
  }

  @Override
  public void close() {
    works.forEach(TrialWork::close);
    http.shutdownNow();
    fleet.close();
    databaseLinks.values().forEach(TcpLink::close);
    redisLinks.values().forEach(TcpLink::close);
  }
}
