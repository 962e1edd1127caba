package dev.trestle.platform.lease;

import dev.trestle.platform.thread.RestartingThread;

/**
 * Named points in the background threads. A test can end a thread at a point, as if its process had
 * crashed there. In production they do nothing.
 */
@FunctionalInterface
public interface FailPoints {
  FailPoints NONE = _ -> {};

  /** Ends the thread at once. It is not handled as a failure of the job or change at hand. */
  final class SimulatedCrash extends RestartingThread.Ending {
    public SimulatedCrash(String point) {
      super("crashed at " + point);
    }
  }

  void at(String point);
}
