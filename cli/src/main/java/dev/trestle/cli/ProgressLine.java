package dev.trestle.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Help.Ansi;

/** Shows how far something has come: a bar on a terminal, else a line for each step. */
public final class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 30;
  private static final long REDRAW_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final PrintWriter out;
  private final boolean isTerminal;
  private String lastStep = "";
  private long lastNanos;

  private ProgressLine(PrintWriter out, boolean isTerminal) {
    this.out = out;
    this.isTerminal = isTerminal;
  }

  /** Returns a progress line for the standard output or the standard error output. */
  public static ProgressLine on(PrintWriter out) {
    return new ProgressLine(out, Ansi.AUTO.enabled());
  }

  /**
   * Shows a step. Can be called from any thread.
   *
   * @param total about how much there is to do; 0 if unknown
   */
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

  boolean isTerminal() {
    return isTerminal;
  }

  private static String bar(long done, long total) {
    if (total <= 0) return " …";
    int filled = (int) (WIDTH * Math.min(done, total) / total);
    return " [%s%s] %d %%"
        .formatted(
            "#".repeat(filled), " ".repeat(WIDTH - filled), 100 * Math.min(done, total) / total);
  }

  /** Removes the bar, so that something else can be printed. */
  public synchronized void clear() {
    if (isTerminal) out.print("\r\033[K");
    out.flush();
  }

  @Override
  public void close() {
    clear();
  }
}
