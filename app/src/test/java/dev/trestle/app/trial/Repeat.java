package dev.trestle.app.trial;

import dev.trestle.accounts.client.CallFailed;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Repeats calls that failed because of a server, as a client with an idempotency key would. */
final class Repeat {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long PAUSE_NANOS = 100_000_000;

  private Repeat() {}

  /** Returns the first result; fails if there is none for minutes, or if the call is refused. */
  static <T> T until(Callable<T> call) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return call.call();
      } catch (Exception e) {
        if (isRefusal(e) || System.nanoTime() > end) {
          throw new IllegalStateException("a call failed for good", e);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Whether the server has decided: it answers the same however often one asks. */
  private static boolean isRefusal(Exception e) {
    int status = e instanceof CallFailed failed ? failed.status() : 0;
    return status >= 400 && status < 500 && status != 429;
  }
}
