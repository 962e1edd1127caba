package dev.trestle.bench.messenger;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** Measures what idle sockets cost the server. */
final class IdleSockets implements SocketClient.Listener {
  /** Files that a process needs besides its sockets. */
  private static final int OTHER_FILES = 500;

  private static final int STEP = 500;
  private static final double STEP_SECONDS_MAX = 60;
  private static final double AIM_KILOBYTES = 30;
  private static final double KILO = 1024;

  private final PrintStream out;
  private final MessengerServer served;
  private final BenchUsers users;
  private final int wanted;
  private int open;

  IdleSockets(PrintStream out, MessengerServer served, BenchUsers users, int wanted) {
    this.out = out;
    this.served = served;
    this.users = users;
    this.wanted = wanted;
  }

  void run() {
    long limit = filesMax();
    int count = (int) Math.min(wanted, limit - OTHER_FILES);
    long heapBefore = served.heapBytes();
    long residentBefore = served.residentBytes().orElse(0L);
    try (var driver = new SocketDriver(served.socket())) {
      long start = System.nanoTime();
      while (open < count) {
        int target = Math.min(count, open + STEP);
        for (int i = open; i < target; i++) {
          driver.connect(users.people().get(i % users.people().size()).accessToken(), this);
        }
        if (!driver.until(() -> open >= target, STEP_SECONDS_MAX)) break;
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
  public void opened(SocketClient socket) {
    open++;
  }

  @Override
  public void text(SocketClient socket, byte[] bytes, int start, int end) {}

  @Override
  public void closed(SocketClient socket) {
    open--;
  }
}
