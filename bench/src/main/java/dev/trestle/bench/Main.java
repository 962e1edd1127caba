package dev.trestle.bench;

import dev.trestle.bench.messenger.MessengerBench;
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
      usage: ./trestle bench engine [OPTIONS]   the engine in process, beside raw RocksDB
             ./trestle bench http [OPTIONS]     the engine over HTTP, in memory, beside the same
                                                server with an empty handler and dynalite from npm
             ./trestle bench store [OPTIONS]    declared patterns beside hand-written SDK calls
             ./trestle bench messenger [OPTIONS]  the chat server, durable, beside its aims
             ./trestle bench flow [OPTIONS]     work queue, change feed and schedule
             ./trestle bench stak [OPTIONS]     the inbox server, durable, under deliveries

      --seconds S         how long a round takes (1; http 0.5); a cell has three, of http five
      --only put,get,…    only these kinds of work; of messenger direct, group10, group100,
                          group1000, table, storm, idle

      of flow alone:
      --items N           how many jobs, changes and due items (20000)

      of http alone:
      --connections N     how many connections ask at once (16; with --soak 256)
      --bytes B           how long an item's payload is (200)
      --endpoint URL      measures what answers there as well; makes a table 'bench' in it
      --no-dynalite       leaves dynalite out
      --soak              loads the engine with all kinds of work (60 seconds) and fails on any error

      of messenger alone:
      --warm-up S         how long the server is loaded before a part is measured (20)
      --people N          how many people log in (1000)
      --times N           how many times the load of the seed's table 7.2 (10)
      --storm N           how many clients come back at once (5000)
      --idle N            how many sockets stay open (15000, or what the file limit allows)

      of stak alone:
      --users N           how many users a message goes to (100000)
      --known N           how many users are known (1000000)
      --reads N           how many feeds and counts are read each second meanwhile (100)
      --heap SIZE         the most heap of the server's process (256m)
      --short             5000 users of 50000, to see that it works
      --indexes           what an index by category or read status would cost, instead
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
        case "messenger" -> messenger(new Arguments(rest));
        case "flow" -> flow(new Arguments(rest));
        case "stak" -> stak(new Arguments(rest));
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
    arguments.end();
    new StoreBench(System.out, seconds).run();
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

  /** A folder in the build's own, where {@code mvn clean} removes it. */
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
