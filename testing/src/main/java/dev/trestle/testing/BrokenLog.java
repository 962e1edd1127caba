package dev.trestle.testing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Lets logging fail, as it does if the process has no more files to open. */
public final class BrokenLog implements AutoCloseable {
  private final Logger log;
  private final AtomicInteger records = new AtomicInteger();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          records.incrementAndGet();
          throw new NoClassDefFoundError("on purpose");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /**
   * @param name of a class or of a package, with all its classes
   */
  public BrokenLog(String name) {
    log = Logger.getLogger(name);
    log.addHandler(handler);
  }

  /** Returns how often it tried to log. */
  public int records() {
    return records.get();
  }

  @Override
  public void close() {
    log.removeHandler(handler);
  }
}
