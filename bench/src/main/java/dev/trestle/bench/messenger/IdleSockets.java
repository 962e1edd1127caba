package dev.trestle.bench.messenger;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Sockets on which nothing happens, and what they cost the server. */
final class IdleSockets implements Guest.Listener {
  /** Files that a process needs beside its sockets. */
  private static final int OTHER_FILES = 500;

  private static final int STEP = 500;
  private static final double STEP_SECONDS_MAX = 60;
  private static final double AIM_KILOBYTES = 30;
  private static final double KILO = 1024;

  private final PrintStream out;
  private final Served served;
  private final Town town;
  private final int wanted;
  private int open;

  IdleSockets(PrintStream out, Served served, Town town, int wanted) {
    this.out = out;
    this.served = served;
    this.town = town;
    this.wanted = wanted;
  }

  void run() {
    long limit = filesMax();
    int count = (int) Math.min(wanted, limit - OTHER_FILES);
    long heapBefore = served.heapBytes();
    long residentBefore = served.residentBytes().orElse(0L);
    try (var crowd = new Crowd(served.socket())) {
      long start = System.nanoTime();
      while (open < count) {
        int target = Math.min(count, open + STEP);
        for (int i = open; i < target; i++) {
          crowd.invite(town.people().get(i % town.people().size()).accessToken(), this);
        }
        if (!crowd.until(() -> open >= target, STEP_SECONDS_MAX)) break;
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      long heap = served.heapBytes() - heapBefore;
      long resident = served.residentBytes().orElse(0L) - residentBefore;
      out.printf(
          Locale.ROOT,
          "%nidle sockets: %d open in %.1f s (aim: 15000; a process may open %d files here)%n"
              + "  server memory per socket: %.1f KB of heap after a collection,"
              + " %.1f KB of resident memory (aim: under %.0f KB)%n",
          open,
          seconds,
          limit,
          heap / KILO / open,
          resident / KILO / open,
          AIM_KILOBYTES);
    }
  }

  private static long filesMax() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.UnixOperatingSystemMXBean unix
        ? unix.getMaxFileDescriptorCount()
        : Long.MAX_VALUE;
  }

  @Override
  public void opened(Guest guest) {
    open++;
  }

  @Override
  public void text(Guest guest, byte[] bytes, int start, int end) {}

  @Override
  public void closed(Guest guest) {
    open--;
  }
}
