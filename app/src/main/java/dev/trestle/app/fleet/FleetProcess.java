package dev.trestle.app.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A program that this process starts, and that can be started again on the same port. */
public final class FleetProcess implements AutoCloseable {
  private static final long LOOK_NANOS = 20_000_000;

  /**
   * Generous, for a busy machine: a program that cannot start ends, and that is noticed at once.
   */
  private static final Duration READY_MAX = Duration.ofMinutes(10);

  /** Longer than a server takes to say that one of its parts does not answer. */
  private static final int ANSWER_MILLIS_MAX = 10_000;

  private static final int STOP_SECONDS_MAX = 30;

  private final String name;
  private final ProcessBuilder recipe;
  private final BooleanSupplier isReady;
  private volatile Process process;

  private FleetProcess(
      String name, ProcessBuilder recipe, BooleanSupplier isReady, Process process) {
    this.name = name;
    this.recipe = recipe;
    this.isReady = isReady;
    this.process = process;
  }

  /**
   * Starts a program and waits until it is ready.
   *
   * @param log where its output goes
   * @throws UncheckedIOException if it is not installed, or ends before it is ready
   */
  static FleetProcess start(
      String name,
      List<String> command,
      Map<String, String> environment,
      Path log,
      BooleanSupplier isReady) {
    var recipe =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    recipe.environment().putAll(environment);
    var child = new FleetProcess(name, recipe, isReady, launch(name, recipe));
    try {
      child.awaitReady();
      return child;
    } catch (RuntimeException e) {
      child.kill();
      throw e;
    }
  }

  private static Process launch(String name, ProcessBuilder recipe) {
    try {
      return recipe.start();
    } catch (IOException e) {
      throw new UncheckedIOException(
          name + " cannot be started. Install it, on Debian with: apt install " + name, e);
    }
  }

  /** Whether something listens on a port of this machine. */
  static boolean listens(int port) {
    try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Whether a request is answered with 200. */
  static boolean answers(URI address) {
    try {
      var connection = (HttpURLConnection) address.toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS_MAX);
      connection.setReadTimeout(ANSWER_MILLIS_MAX);
      try {
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      } finally {
        connection.disconnect();
      }
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Waits until it does its work. */
  public void awaitReady() {
    long end = System.nanoTime() + READY_MAX.toNanos();
    while (!isReady.getAsBoolean()) {
      if (!isAlive()) throw failure(name + " ended with exit code " + process.exitValue());
      if (System.nanoTime() > end) throw failure(name + " is not ready after " + READY_MAX);
      LockSupport.parkNanos(LOOK_NANOS);
    }
    // Another process may have taken the port.
    if (!isAlive()) throw failure(name + " ended with exit code " + process.exitValue());
  }

  private UncheckedIOException failure(String text) {
    var log = recipe.redirectOutput().file();
    return new UncheckedIOException(new IOException(text + "; its output is in " + log));
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** The processor time it has used since its last start. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Starts it again after it has ended. Does not wait until it is ready. */
  public void restart() {
    process = launch(name, recipe);
  }

  /** Kills it like kill -9 and waits until it has ended. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Stops it where it is, without ending it; {@link #resume} lets it go on. */
  public void freeze() {
    signal("STOP");
  }

  public void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean awaitEnd() {
    try {
      return process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Asks it to end, with SIGTERM. Returns false if it is still running after half a minute. */
  public boolean stop() {
    process.destroy();
    return awaitEnd();
  }

  /** Asks it to end, and kills it if it does not. */
  @Override
  public void close() {
    if (!stop()) kill();
  }
}
