package dev.trestle.http;

/** Answers requests, on the thread of their connection. */
public interface Handler {
  /** Answers a whole request. What it throws closes the connection. */
  Answer answer(Request request);

  /** The words for a request that is none. The connection is closed after them. */
  Response refuse(Fault fault);

  /** The longest body of a request to this path; never more than the server's own limit. */
  default int bodyBytesMax(String method, String path) {
    return Integer.MAX_VALUE;
  }

  /** What the header Server says; nothing, and there is none. */
  default String serverName() {
    return "";
  }
}
