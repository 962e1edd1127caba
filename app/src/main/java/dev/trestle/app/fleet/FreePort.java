package dev.trestle.app.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports that nobody listens on, below those that the system gives to connections. */
final class FreePort {
  private static final int PORT_MIN = 20_000;
  private static final int PORT_MAX = 32_000;
  private static final int TRIED_MAX = 100;

  private FreePort() {}

  static int find() {
    for (int tried = 0; tried < TRIED_MAX; tried++) {
      int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException taken) {
        // Try another one.
      }
    }
    throw new IllegalStateException("no free port from " + PORT_MIN + " to " + PORT_MAX);
  }
}
