package dev.trestle.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A {@code redis-server} of its own on a free port of this machine, which stores nothing. */
public final class RedisProcess implements AutoCloseable {
  private static final Duration START_MAX = Duration.ofSeconds(30);
  private static final int END_SECONDS_MAX = 30;
  private static final int ATTEMPTS_MAX = 5;
  private static final int PORT_MIN = 20_000;
  private static final int PORT_MAX = 32_000;
  private static final int PORTS_TRIED = 100;
  private static final long RETRY_NANOS = 5_000_000;

  private final int port;
  private Process process;

  private RedisProcess(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it cannot be started; {@code ./trestle test} installs it
   */
  public static RedisProcess start() {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int port = freePort();
      var process = launch(port);
      if (answers(process, port)) return new RedisProcess(port, process);
      process.destroyForcibly();
    }
    throw new IllegalStateException("redis-server does not start");
  }

  private static Process launch(int port) {
    try {
      return new ProcessBuilder(
              "redis-server",
              "--port",
              Integer.toString(port),
              "--bind",
              "127.0.0.1",
              "--save",
              "",
              "--appendonly",
              "no")
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException("redis-server is not installed", e);
    }
  }

  /** Another process may have taken the port in the meantime: then it ends. */
  private static boolean answers(Process process, int port) {
    long end = System.nanoTime() + START_MAX.toNanos();
    while (process.isAlive() && System.nanoTime() < end) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (process.isAlive()) return true;
      } catch (IOException notYet) {
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
    return false;
  }

  /**
   * Returns a port below the system's ephemeral ports. From those, a client that keeps connecting
   * to a Redis that is away could be given the very same port, and keep it from a new Redis.
   */
  private static int freePort() {
    for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException taken) {
        // Try another one.
      }
    }
    throw new IllegalStateException("no free port from " + PORT_MIN + " to " + PORT_MAX);
  }

  public int port() {
    return port;
  }

  public URI address() {
    return URI.create("redis://127.0.0.1:" + port);
  }

  /** Kills it; all that it knew is lost. */
  public void kill() {
    process.destroyForcibly();
    await();
  }

  /** Starts it again on the same port. */
  public void restart() {
    process = launch(port);
    if (!answers(process, port)) throw new IllegalStateException("redis-server does not restart");
  }

  private void await() {
    try {
      if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new IllegalStateException("redis-server does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    kill();
  }
}
