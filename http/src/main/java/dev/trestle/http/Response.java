package dev.trestle.http;

import java.util.List;

/**
 * An answer. Length, date and connection headers are added where it is written.
 *
 * @param body may be longer than the answer's body
 * @param length how much of it is the answer's body
 */
public record Response(int status, List<Field> fields, byte[] body, int length) implements Answer {
  public Response(int status, List<Field> fields, byte[] body) {
    this(status, fields, body, body.length);
  }
}
