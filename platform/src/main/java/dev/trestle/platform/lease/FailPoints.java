package dev.trestle.platform.lease;

import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Named points in the background threads. A test can end a thread at a point, as if its process had
 * crashed there. In production they do nothing.
 */
@FunctionalInterface
public interface FailPoints {
  FailPoints NONE = _ -> {};

  /** The pause before failed work starts again, so that errors do not spin. */
  Duration RESTART_PAUSE = Duration.ofMillis(500);

  /** Ends the thread at once. It is not handled as a failure of the job or change at hand. */
  final class SimulatedCrash extends Error {
    public SimulatedCrash(String point) {
      super("crashed at " + point);
    }
  }

  void at(String point);

  /**
   * Creates a virtual thread for work that goes on until it is stopped. If the work throws, an
   * {@link Error} included, that is logged and the work starts again. A simulated crash ends the
   * thread quietly.
   */
  static Thread thread(String name, Runnable work) {
    return Thread.ofVirtual().name(name).unstarted(() -> runUntilDone(name, work));
  }

  private static void runUntilDone(String name, Runnable work) {
    while (true) {
      try {
        work.run();
        return;
      } catch (SimulatedCrash _) {
        return; // the process would be gone now
      } catch (RuntimeException | Error failure) {
        System.getLogger(FailPoints.class.getName())
            .log(Level.ERROR, name + " failed and starts again", failure);
      }
      try {
        Thread.sleep(RESTART_PAUSE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
