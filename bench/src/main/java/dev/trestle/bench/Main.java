package dev.trestle.bench;

import dev.trestle.bench.ecobid.EcoBidBench;
import dev.trestle.bench.homeops.HomeOpsBench;
import dev.trestle.bench.messenger.FloodTrial;
import dev.trestle.bench.messenger.MessengerBench;
import dev.trestle.bench.size.SizeBench;
import dev.trestle.bench.stak.IndexCost;
import dev.trestle.bench.stak.StakBench;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rocksdb.RocksDB;

/** {@code ./trestle bench engine}, {@code http} and the others, with options. */
public final class Main {
  private static final String USAGE =
      """
      usage: ./trestle bench engine [OPTIONS]   the engine in process, compared with raw RocksDB
             ./trestle bench http [OPTIONS]     the engine over HTTP, in memory, compared with the
                                                same server with an empty handler, and dynalite
             ./trestle bench store [OPTIONS]    declared patterns, compared with SDK calls by hand
             ./trestle bench tests [OPTIONS]    what an engine of its own costs a test, compared
                                                with the goals
             ./trestle bench messenger [OPTIONS]  the chat server, durable, compared with its goals
             ./trestle bench flood [OPTIONS]    honest users among hostile connections; the same
                                                as ./trestle trial flood
             ./trestle bench flow [OPTIONS]     work queue, change feed and schedule
             ./trestle bench stak [OPTIONS]     the inbox server, durable, under deliveries
             ./trestle bench size [OPTIONS]     millions of items: loading, mixed work, memory,
                                                space on disk, and opening after a kill
             ./trestle bench ecobid [OPTIONS]   searches by radius beside Redis, and bids, durable
             ./trestle bench homeops [OPTIONS]  the messages of many households, durable

      --seconds S         the length of a round (1; http 0.5); each cell has three, for http five
      --only put,get,…    only these workloads; for messenger direct, group10, group100,
                          group1000, table, storm, idle

      only for store:
      --rounds N          the number of rounds per cell (9); the median is printed

      only for tests:
      --tests N           the number of tests after the first (100)

      only for flood:
      --hostile N         the number of hostile connections (1000)
      --honest N          the number of honest ones (100); --seconds is the flood's length (60)

      only for flow:
      --items N           the number of jobs, changes and due items (20000)

      only for http:
      --connections N     the number of connections (16; with --soak 256)
      --bytes B           the size of an item's payload (200)
      --endpoint URL      also measures this endpoint; creates a table 'bench' there
      --no-dynalite       without dynalite
      --soak              runs all workloads for 60 seconds and fails on any error

      only for messenger:
      --warm-up S         the warm-up before each part, in seconds (20)
      --people N          the number of users (1000)
      --times N           the multiple of the load in the seed's table 7.2 (10)
      --storm N           the number of clients that reconnect at once (5000)
      --idle N            the number of idle sockets (15000, or the file limit)

      only for stak:
      --users N           the recipients of a message (100000)
      --known N           the number of known users (1000000)
      --reads N           lists and counts read per second meanwhile (100)
      --heap SIZE         the maximum heap of the server (256m)
      --short             5000 of 50000 users, to see that it works
      --indexes           instead, the cost of an index by category or read status

      only for size:
      --items N           the number of items (20000000; 200000 to try it)
      --minutes N         how many minutes of mixed work (10); --seconds is a minute's length (60)
      --heap SIZE         the maximum heap of the engine's process (1g)
      --folder DIR        where the data goes (the system's folder for temporary files)

      only for ecobid (needs redis-server):
      --items N           how many items are listed (100000)
      --searches N        how many searches are measured (1000)

      only for homeops:
      --households N      the number of households, with 200 messages a day each (10000)
      --times N           the multiple of the average load (4); --seconds is its length (30)
      """;

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    var command = arguments.length == 0 ? "" : arguments[0];
    var rest = List.of(arguments).subList(Math.min(1, arguments.length), arguments.length);
    if (rest.contains("--help") || rest.contains("-h")) {
      System.out.print(USAGE);
      return;
    }
    try {
      switch (command) {
        case "engine" -> engine(new Arguments(rest));
        case "http" -> http(new Arguments(rest));
        case "store" -> store(new Arguments(rest));
        case "tests" -> tests(new Arguments(rest));
        case "messenger" -> messenger(new Arguments(rest));
        case "flood" -> flood(new Arguments(rest));
        case "flow" -> flow(new Arguments(rest));
        case "stak" -> stak(new Arguments(rest));
        case "size" -> size(new Arguments(rest));
        case "ecobid" -> ecobid(new Arguments(rest));
        case "homeops" -> homeops(new Arguments(rest));
        default -> throw new IllegalArgumentException("no benchmark '" + command + "'");
      }
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      System.err.print(USAGE);
      System.exit(2);
    }
  }

  private static void engine(Arguments arguments) throws IOException {
    double seconds = arguments.number("--seconds", 1);
    var only = arguments.names("--only");
    arguments.end();
    var workloads =
        Arrays.stream(Workload.values()).filter(w -> isWanted(w.title(), only)).toList();
    long before = System.nanoTime();
    RocksDB.loadLibrary();
    System.out.printf("loading the native library: %d ms%n", millisSince(before));
    var root = Files.createTempDirectory("trestle-bench");
    try {
      new EngineBench(System.out, seconds, root).run(workloads);
    } finally {
      delete(root);
    }
  }

  private static void store(Arguments arguments) {
    double seconds = arguments.number("--seconds", 1);
    int rounds = (int) arguments.number("--rounds", 9);
    arguments.end();
    new StoreBench(System.out, seconds, rounds).run();
  }

  private static void tests(Arguments arguments) {
    int tests = (int) arguments.number("--tests", 100);
    arguments.end();
    if (tests < 1) throw new IllegalArgumentException("--tests takes a number of tests");
    if (!new TestEngineBench(System.out, tests).run()) System.exit(1);
  }

  private static void flow(Arguments arguments) throws IOException {
    int items = (int) arguments.number("--items", 20_000);
    arguments.end();
    var root = Files.createTempDirectory("trestle-bench");
    try {
      new FlowBench(System.out, items, root).run();
    } finally {
      delete(root);
    }
  }

  private static void flood(Arguments arguments) {
    var standard = FloodTrial.Options.STANDARD;
    var options =
        new FloodTrial.Options(
            (int) arguments.number("--hostile", standard.hostile()),
            (int) arguments.number("--honest", standard.honest()),
            arguments.number("--seconds", standard.seconds()),
            standard.calmSeconds(),
            standard.pauseMillis());
    arguments.end();
    if (!new FloodTrial(System.out, options).run()) System.exit(1);
  }

  private static void messenger(Arguments arguments) {
    var options =
        new MessengerBench.Options(
            arguments.number("--seconds", 5),
            arguments.number("--warm-up", 20),
            (int) arguments.number("--people", 1000),
            arguments.number("--times", 10),
            (int) arguments.number("--storm", 5000),
            (int) arguments.number("--idle", 15_000),
            arguments.names("--only"));
    arguments.end();
    new MessengerBench(System.out, options).run();
  }

  private static void stak(Arguments arguments) {
    boolean isShort = arguments.flag("--short");
    boolean indexes = arguments.flag("--indexes");
    var options =
        new StakBench.Options(
            (int) arguments.number("--users", isShort ? 5000 : 100_000),
            (int) arguments.number("--known", isShort ? 50_000 : 1_000_000),
            arguments.number("--reads", 100),
            arguments.text("--heap").orElse("256m"));
    arguments.end();
    if (indexes) {
      new IndexCost(System.out).run();
    } else {
      new StakBench(System.out, options).run();
    }
  }

  private static void size(Arguments arguments) {
    var options =
        new SizeBench.Options(
            (long) arguments.number("--items", 20_000_000),
            (int) arguments.number("--minutes", 10),
            arguments.number("--seconds", 60),
            arguments.text("--heap").orElse("1g"),
            Path.of(arguments.text("--folder").orElse(System.getProperty("java.io.tmpdir"))));
    arguments.end();
    if (!new SizeBench(System.out, options).run()) System.exit(1);
  }

  private static void ecobid(Arguments arguments) {
    var options =
        new EcoBidBench.Options(
            (int) arguments.number("--items", 100_000),
            (int) arguments.number("--searches", 1000),
            arguments.number("--seconds", 5));
    arguments.end();
    new EcoBidBench(System.out, options).run();
  }

  private static void homeops(Arguments arguments) {
    var options =
        new HomeOpsBench.Options(
            (int) arguments.number("--households", 10_000),
            arguments.number("--times", 4),
            arguments.number("--seconds", 30));
    arguments.end();
    var p99 = new HomeOpsBench(System.out, options).run();
    if (p99.compareTo(HomeOpsBench.P99_MAX) >= 0) {
      throw new IllegalStateException("the p99 is not below " + HomeOpsBench.P99_MAX);
    }
  }

  private static void http(Arguments arguments) {
    boolean soak = arguments.flag("--soak");
    var only = arguments.names("--only");
    var options =
        new HttpBench.Options(
            arguments.number("--seconds", soak ? 60 : 0.5),
            (int) arguments.number("--connections", soak ? 256 : 16),
            (int) arguments.number("--bytes", 200),
            Arrays.stream(HttpWorkload.values()).filter(w -> isWanted(w.title(), only)).toList(),
            arguments.text("--endpoint"),
            !arguments.flag("--no-dynalite"));
    arguments.end();
    var bench = new HttpBench(System.out, options);
    if (soak) {
      bench.soak();
    } else {
      bench.run(besideTheProgram("dynalite"));
    }
  }

  /** A folder below the build's, where {@code mvn clean} removes it. */
  private static Path besideTheProgram(String name) {
    try {
      var code = Main.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return Path.of(code).resolveSibling(name);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isWanted(String title, Optional<List<String>> only) {
    return only.isEmpty() || only.get().stream().anyMatch(title::startsWith);
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static void delete(Path root) throws IOException {
    try (var files = Files.walk(root)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
    }
  }
}
