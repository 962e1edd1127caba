package dev.trestle.app.fleet;

import dev.trestle.platform.thread.RestartingThread;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Starts processes again that have ended, after a second. */
final class Supervisor implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Supervisor.class.getName());

  private final List<FleetProcess> processes;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = RestartingThread.ofPlatform("fleet-supervisor", this::supervise);

  /**
   * Looks at nothing yet: see {@link #start}.
   *
   * @param processes all of them are there when it starts
   */
  Supervisor(List<FleetProcess> processes) {
    this.processes = processes;
  }

  void start() {
    thread.start();
  }

  private void supervise() {
    try {
      while (!closing.await(1, TimeUnit.SECONDS)) {
        for (var process : processes) if (!process.isAlive()) restart(process);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** One that cannot be started is tried again with the next look, after the others. */
  private static void restart(FleetProcess process) {
    try {
      process.restart();
    } catch (UncheckedIOException e) {
      LOG.log(Level.WARNING, "a process of the fleet was not started again", e);
    }
  }

  /** Starts nothing any more. */
  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
