package dev.trestle.app.command;

import dev.trestle.app.backup.BackupProgress;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/** Shows progress: a bar on a terminal, else a line for each step. */
final class ProgressLine implements BackupProgress, AutoCloseable {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final PrintWriter out;
  private final boolean isTerminal;
  private String lastStep = "";
  private long lastNanos;

  ProgressLine(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  @SuppressWarnings("SystemConsoleNull") // JDK 25 returns null again where there is no terminal
  static ProgressLine on(PrintWriter out) {
    var console = System.console();
    return new ProgressLine(out, console != null && console.isTerminal());
  }

  @Override
  public synchronized void at(String step, long done, long total) {
    boolean isNew = !step.equals(lastStep);
    lastStep = step;
    if (!isTerminal) {
      if (isNew) out.println(step);
      out.flush();
      return;
    }
    long now = System.nanoTime();
    if (!isNew && now - lastNanos < REDRAW_NANOS) return;
    lastNanos = now;
    out.print("\r\033[K" + step + bar(done, total));
    out.flush();
  }

  private static String bar(long done, long total) {
    if (total <= 0) return " …";
    int filled = (int) (WIDTH * Math.min(done, total) / total);
    return " [%s%s] %d %%"
        .formatted(
            "#".repeat(filled), " ".repeat(WIDTH - filled), 100 * Math.min(done, total) / total);
  }

  /** Removes the bar, so that something else can be printed. */
  synchronized void clear() {
    if (isTerminal) out.print("\r\033[K");
    out.flush();
  }

  @Override
  public void close() {
    clear();
  }
}
