package dev.trestle.platform.system;

import java.util.ArrayList;
import java.util.List;

/**
 * Closes the parts of a system one after the other. A part that fails to close does not keep the
 * others open.
 */
public final class Closing implements AutoCloseable {
  private final List<AutoCloseable> parts = new ArrayList<>();

  public Closing then(AutoCloseable part) {
    parts.add(part);
    return this;
  }

  /** Closes the parts in the order of the list. */
  public Closing then(List<? extends AutoCloseable> more) {
    parts.addAll(more);
    return this;
  }

  /**
   * Closes all parts.
   *
   * @throws IllegalStateException if a part failed; the cause is the first failure, the others are
   *     suppressed
   */
  @Override
  public void close() {
    var failures = new ArrayList<Exception>();
    for (var part : parts) {
      try {
        part.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failures.add(e);
      } catch (Exception e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      var failure = new IllegalStateException("a part could not be closed", failures.removeFirst());
      failures.forEach(failure::addSuppressed);
      throw failure;
    }
  }
}
