package dev.trestle.http;

import java.time.Duration;

/**
 * How much and how long a connection may take. Times are looked at each {@link #watch}, so what is
 * late goes at most that much later.
 *
 * @param bodyBytes the longest body, as sent
 * @param headBytes the longest request line with headers
 * @param idle how long a connection may be silent between requests
 * @param head how long a request line with headers may take from its first byte
 * @param body how long a body may take
 * @param write how long the other side may take to receive an answer
 */
public record HttpLimits(
    int bodyBytes,
    int headBytes,
    Duration idle,
    Duration head,
    Duration body,
    Duration write,
    Duration watch) {
  public static HttpLimits ofBodyBytes(int bodyBytes) {
    return new HttpLimits(
        bodyBytes,
        64 * 1024,
        Duration.ofMinutes(5),
        Duration.ofSeconds(20),
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        Duration.ofSeconds(1));
  }

  /** The same sizes, with one time for everything. */
  public HttpLimits withTimes(Duration all, Duration newWatch) {
    return new HttpLimits(bodyBytes, headBytes, all, all, all, all, newWatch);
  }
}
