package dev.trestle.dynamodb.http;

/** Answers requests, on the thread of their connection. */
public interface Handler {
  /** Answers a whole request. What it throws closes the connection. */
  Response answer(Request request);

  /** The words for a request that is none. The connection is closed after them. */
  Response refuse(Fault fault);
}
