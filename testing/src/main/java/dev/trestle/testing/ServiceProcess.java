package dev.trestle.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/** A program that serves on a free port of this machine, and can be killed and started again. */
final class ServiceProcess {
  private static final Duration START_MAX = Duration.ofMinutes(2);
  private static final int END_SECONDS_MAX = 30;
  private static final int ATTEMPTS_MAX = 5;
  private static final int PORT_MIN = 20_000;
  private static final int PORT_MAX = 32_000;
  private static final int PORTS_TRIED = 100;
  private static final long RETRY_NANOS = 5_000_000;

  private final String name;
  private final IntFunction<List<String>> command;
  private final int port;
  private Process process;

  private ServiceProcess(
      String name, IntFunction<List<String>> command, int port, Process process) {
    this.name = name;
    this.command = command;
    this.port = port;
    this.process = process;
  }

  /**
   * Starts a program and waits until its port accepts connections.
   *
   * @param command starts it on a port
   * @throws IllegalStateException if it does not start
   */
  static ServiceProcess start(String name, IntFunction<List<String>> command) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      int port = freePort();
      var process = launch(name, command.apply(port));
      if (answers(process, port)) return new ServiceProcess(name, command, port, process);
      process.destroyForcibly();
    }
    throw new IllegalStateException(name + " does not start");
  }

  private static Process launch(String name, List<String> command) {
    try {
      return new ProcessBuilder(command)
          .redirectOutput(Redirect.DISCARD)
          .redirectError(Redirect.INHERIT)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(name + " is not installed", e);
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
   * to a service that is unavailable could be given the very same port, and keep it from the
   * service.
   */
  static int freePort() {
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

  int port() {
    return port;
  }

  /** Kills it like kill -9 and waits until it has ended. */
  void kill() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new IllegalStateException(name + " does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Starts it again on the same port. */
  void restart() {
    process = launch(name, command.apply(port));
    if (!answers(process, port)) throw new IllegalStateException(name + " does not restart");
  }
}
