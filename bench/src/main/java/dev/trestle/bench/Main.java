package dev.trestle.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.rocksdb.RocksDB;

/** {@code ./trestle bench engine [--seconds S] [--only put,get,…]} or {@code bench store}. */
public final class Main {
  private static final double SECONDS = 1;
  private static final List<String> BENCHMARKS = List.of("engine", "store");

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length == 0 || !BENCHMARKS.contains(arguments[0])) {
      System.err.println("usage: ./trestle bench engine [--seconds S] [--only put,get,query,…]");
      System.err.println("       ./trestle bench store [--seconds S]");
      System.exit(2);
    }
    double seconds = SECONDS;
    var workloads = List.of(Workload.values());
    for (int i = 1; i + 1 < arguments.length; i += 2) {
      switch (arguments[i]) {
        case "--seconds" -> seconds = Double.parseDouble(arguments[i + 1]);
        case "--only" -> workloads = named(arguments[i + 1]);
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
    long before = System.nanoTime();
    RocksDB.loadLibrary();
    System.out.printf("loading the native library: %d ms%n", millisSince(before));
    if (arguments[0].equals("store")) {
      new StoreBench(System.out, seconds).run();
      return;
    }
    var root = Files.createTempDirectory("trestle-bench");
    try {
      new EngineBench(System.out, seconds, root).run(workloads);
    } finally {
      delete(root);
    }
  }

  private static List<Workload> named(String names) {
    var wanted = List.of(names.split(","));
    return Arrays.stream(Workload.values())
        .filter(workload -> wanted.stream().anyMatch(name -> workload.title().startsWith(name)))
        .toList();
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
