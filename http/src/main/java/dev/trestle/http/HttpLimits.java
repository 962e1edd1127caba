package dev.trestle.http;

import java.time.Duration;

/**
 * Limits of size and time for a connection.
 *
 * @param bodyBytes the longest body, as sent
 * @param lineBytes the longest request line
 * @param headerBytes the most bytes of headers
 * @param idle how long a connection may be silent between requests
 * @param head how long a request line with headers may take from its first byte
 * @param body how long a body may take
 * @param write how long the client may take to receive a response
 * @param connections how many connections may be open
 * @param checkInterval how often deadlines are checked, and so how late a timeout may come
 */
public record HttpLimits(
    int bodyBytes,
    int lineBytes,
    int headerBytes,
    Duration idle,
    Duration head,
    Duration body,
    Duration write,
    Duration checkInterval,
    ConnectionLimits connections) {
  /** Leaves files for the store and for another server in the same process. */
  private static final double SHARE_OF_FILES = 0.6;

  public static HttpLimits ofBodyBytes(int bodyBytes) {
    return new HttpLimits(
        bodyBytes,
        32 * 1024,
        32 * 1024,
        Duration.ofMinutes(5),
        Duration.ofSeconds(20),
        Duration.ofSeconds(60),
        Duration.ofSeconds(60),
        Duration.ofSeconds(1),
        ConnectionLimits.ofFiles(SHARE_OF_FILES));
  }

  /** The same sizes, with one timeout for everything. */
  public HttpLimits withTimes(Duration timeout, Duration newCheckInterval) {
    return new HttpLimits(
        bodyBytes,
        lineBytes,
        headerBytes,
        timeout,
        timeout,
        timeout,
        timeout,
        newCheckInterval,
        connections);
  }

  /** The longest head before it is read line by line. */
  int headBytes() {
    return lineBytes + headerBytes;
  }

  public HttpLimits head(int newLineBytes, int newHeaderBytes) {
    return new HttpLimits(
        bodyBytes,
        newLineBytes,
        newHeaderBytes,
        idle,
        head,
        body,
        write,
        checkInterval,
        connections);
  }

  public HttpLimits connections(ConnectionLimits other) {
    return new HttpLimits(
        bodyBytes, lineBytes, headerBytes, idle, head, body, write, checkInterval, other);
  }
}
