package dev.trestle.http;

/** An open WebSocket. All methods may be called from any thread and never wait for the network. */
public interface WebSocket {
  /**
   * Queues a text message.
   *
   * @param utf8 the message, not to be changed any more: the same array may go to many sockets
   * @return false if the socket is closed, or the other side is so slow that the queue is full;
   *     then nothing was queued
   */
  boolean send(byte[] utf8);

  /** Sends what is queued, then says goodbye and closes. */
  void close(int code, String reason);

  /** Drops what is queued, says these last words in its place, and closes: for whom is too slow. */
  void dismiss(byte[] lastWords, int code, String reason);

  boolean isOpen();
}
