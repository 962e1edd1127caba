package dev.trestle.http;

import java.util.List;

/**
 * A response whose body is known. The server adds the headers for length, date and connection.
 *
 * @param body an array that starts with the response's body
 * @param length how many bytes of the array are the body
 */
public record FullResponse(int status, List<Header> headers, byte[] body, int length)
    implements Response {
  public FullResponse(int status, List<Header> headers, byte[] body) {
    this(status, headers, body, body.length);
  }

  FullResponse withOnly(List<Header> newHeaders) {
    return new FullResponse(status, newHeaders, body, length);
  }
}
