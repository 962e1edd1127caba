package dev.trestle.bench.size;

import dev.trestle.bench.ChildProcess;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;

/**
 * Millions of items in a small heap: loading, mixed work by the minute, memory, space on disk,
 * opening after a kill, a full backup and a verification. Fails if a call stalls for more than a
 * second, if opening takes more than three, or if anything is lost or damaged.
 */
public final class SizeBench {
  private static final int PARTS = 20;
  private static final double STALL_MILLIS_MAX = 1000;
  private static final long OPEN_MILLIS_MAX = 3000;

  /** Items, index entries and the log with both images, with room for compactions. */
  private static final long BYTES_PER_ITEM = 1500;

  private static final double GB = 1 << 30;

  private final PrintStream out;
  private final Options options;

  /** Options of a run. */
  public record Options(long items, int minutes, double minuteSeconds, String heap, Path folder) {}

  public SizeBench(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
  }

  /** Runs it all and returns whether the goals were met. */
  public boolean run() {
    try {
      var folder = Files.createTempDirectory(options.folder(), "trestle-size");
      try {
        checkSpace(folder);
        return measure(folder);
      } finally {
        delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void checkSpace(Path folder) throws IOException {
    long free = Files.getFileStore(folder).getUsableSpace();
    long needed = options.items * BYTES_PER_ITEM;
    if (free >= needed) return;
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "%d items need up to %.1f GB; %s has %.1f GB free. Give fewer --items or another"
                + " --folder.",
            options.items,
            needed / GB,
            folder.getParent(),
            free / GB));
  }

  private boolean measure(Path folder) {
    out.printf("%,d items, durable, heap of %s%n", options.items, options.heap);
    double worst;
    try (var engine = ChildProcess.start(SizeProcess.class, options.heap, folder)) {
      out.printf("opened the empty folder in %d ms%n", engine.port());
      load(engine);
      worst = work(engine);
      size(engine, folder);
      // Killed in the middle of its work.
      engine.tell("work 60 " + options.items);
      pause();
      engine.kill();
    }
    long opened;
    long missing;
    boolean isSound;
    try (var engine = ChildProcess.start(SizeProcess.class, options.heap, folder)) {
      opened = engine.port();
      missing = Long.parseLong(engine.ask("missing " + options.items));
      out.printf("opened after a kill in %d ms; %d of 1000 items are missing%n", opened, missing);
      isSound = verify(engine);
      backUp(engine, folder);
    }
    boolean isMet = worst <= STALL_MILLIS_MAX && opened <= OPEN_MILLIS_MAX && missing == 0;
    isMet &= isSound;
    out.println(
        isMet ? "all goals met" : "NOT MET: no stall over 1 s, opened within 3 s, nothing lost");
    return isMet;
  }

  private void load(ChildProcess engine) {
    out.printf("%n%-12s %12s %12s%n", "loaded", "items/s", "resident");
    for (int part = 0; part < PARTS; part++) {
      long from = options.items * part / PARTS;
      long to = options.items * (part + 1) / PARTS;
      var rate = engine.ask("load " + from + " " + to);
      out.printf("%,12d %12s %12s%n", to, rate, resident(engine));
    }
  }

  private double work(ChildProcess engine) {
    out.printf(
        "%n%-8s %10s %8s %8s %8s %8s %10s%n",
        "minute", "calls/s", "p50 ms", "p99", "p99.9", "worst", "resident");
    double worst = 0;
    for (int minute = 1; minute <= options.minutes; minute++) {
      var figures =
          engine.ask("work " + options.minuteSeconds + " " + options.items).split(" ", -1);
      worst = Math.max(worst, Double.parseDouble(figures[4]));
      out.printf(
          "%-8d %10s %8s %8s %8s %8s %10s%n",
          minute, figures[0], figures[1], figures[2], figures[3], figures[4], resident(engine));
    }
    return worst;
  }

  private void size(ChildProcess engine, Path folder) {
    var live = engine.ask("live").split(" ", -1);
    double bytes = Double.parseDouble(live[1]);
    double disk = bytesOf(folder.toFile());
    out.printf(
        Locale.ROOT,
        "%n%s items: %.2f GB live with index entries, %.2f GB on disk with the stream's log (%.1f"
            + " times)%n",
        live[0],
        bytes / GB,
        disk / GB,
        disk / bytes);
    var families = engine.ask("families").split(" ", -1);
    for (int i = 0; i + 1 < families.length; i += 2) {
      double own = Double.parseDouble(families[i + 1]);
      out.printf(Locale.ROOT, "  %-8s %6.2f GB in files%n", families[i], own / GB);
    }
  }

  private boolean verify(ChildProcess engine) {
    var found = engine.ask("verify").split(" ", -1);
    out.printf("verified in %s s: %s problems%n", found[1], found[0]);
    return found[0].equals("0");
  }

  private void backUp(ChildProcess engine, Path folder) {
    var target = folder.resolveSibling(folder.getFileName() + "-backup");
    try {
      var seconds = engine.ask("backup " + target);
      out.printf(
          Locale.ROOT, "full backup in %s s: %.2f GB%n", seconds, bytesOf(target.toFile()) / GB);
    } finally {
      delete(target);
    }
  }

  private static String resident(ChildProcess engine) {
    return engine.residentBytes().map(bytes -> (bytes >> 20) + " MB").orElse("unknown");
  }

  /** Counts a file that compaction removes meanwhile as nothing. */
  private static double bytesOf(File file) {
    var children = file.listFiles();
    if (children == null) return file.length();
    return Arrays.stream(children).mapToDouble(SizeBench::bytesOf).sum();
  }

  private static void pause() {
    try {
      Thread.sleep(2000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void delete(Path folder) {
    if (!Files.exists(folder)) return;
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
