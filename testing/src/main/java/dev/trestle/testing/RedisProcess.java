package dev.trestle.testing;

import java.net.URI;
import java.util.List;

/** A {@code redis-server} of its own on a free port of this machine, which stores nothing. */
public final class RedisProcess implements AutoCloseable {
  private final ServiceProcess process;

  private RedisProcess(ServiceProcess process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @throws IllegalStateException if it cannot be started; {@code ./trestle test} installs it
   */
  public static RedisProcess start() {
    return new RedisProcess(ServiceProcess.start("redis-server", RedisProcess::command));
  }

  private static List<String> command(int port) {
    return List.of(
        "redis-server",
        "--port",
        Integer.toString(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no");
  }

  public int port() {
    return process.port();
  }

  public URI address() {
    return URI.create("redis://127.0.0.1:" + port());
  }

  /** Kills it; all that it knew is lost. */
  public void kill() {
    process.kill();
  }

  /** Starts it again on the same port. */
  public void restart() {
    process.restart();
  }

  @Override
  public void close() {
    kill();
  }
}
