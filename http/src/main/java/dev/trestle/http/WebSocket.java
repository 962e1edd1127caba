package dev.trestle.http;

/**
 * An open WebSocket. Any thread may call its methods; only {@link #sendWhenRoom} waits for the
 * network.
 */
public interface WebSocket {
  /**
   * Queues a text message.
   *
   * @param utf8 the message. The array must not be changed afterwards; many sockets may share it
   * @return false if nothing was queued: the socket is closed, or the client reads so slowly that
   *     the queue is full
   */
  boolean send(byte[] utf8);

  /**
   * Queues a text message once the queue is at most half full with it, or empty. The other half
   * stays free for {@link #send}. For answers, on the thread that reads the requests: a client that
   * does not read its answers is asked no more until the limit on one write closes the socket.
   *
   * @return false if the socket is closed
   */
  boolean sendWhenRoom(byte[] utf8);

  /** Sends what is queued, then closes. */
  void close(int code, String reason);

  /** Replaces what is queued by one last message, then closes: for clients that read too slowly. */
  void dismiss(byte[] lastMessage, int code, String reason);

  boolean isOpen();
}
