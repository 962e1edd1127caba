package dev.trestle.messenger.delivery;

/**
 * How many sockets may be open at once. Addresses are limited by the HTTP server.
 *
 * @param perSession of one signed-in device, such as the tabs of a browser
 * @param perUser of all devices of a user
 */
public record SocketLimits(int perSession, int perUser) {
  public static final SocketLimits STANDARD = new SocketLimits(12, 60);

  /** For benchmarks with few users and many sockets. */
  public static final SocketLimits UNLIMITED =
      new SocketLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);
}
