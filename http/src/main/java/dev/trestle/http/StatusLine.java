package dev.trestle.http;

import java.nio.charset.StandardCharsets;

/** The first line of a response, without its line end. Each is encoded once. */
final class StatusLine {
  private static final int STATUS_MIN = 100;
  private static final int STATUS_MAX = 599;
  private static final byte[][] LINES = lines();

  private StatusLine() {}

  static byte[] of(int status) {
    boolean isKnown = status >= STATUS_MIN && status <= STATUS_MAX;
    return isKnown ? LINES[status - STATUS_MIN] : encode(status);
  }

  private static byte[][] lines() {
    var lines = new byte[STATUS_MAX - STATUS_MIN + 1][];
    for (int i = 0; i < lines.length; i++) lines[i] = encode(STATUS_MIN + i);
    return lines;
  }

  private static byte[] encode(int status) {
    return ("HTTP/1.1 " + status + " " + reason(status)).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** For people who look at the bytes; programs go by the number. */
  private static String reason(int status) {
    return switch (status) {
      case 101 -> "Switching Protocols";
      case 200 -> "OK";
      case 201 -> "Created";
      case 202 -> "Accepted";
      case 204 -> "No Content";
      case 206 -> "Partial Content";
      case 301 -> "Moved Permanently";
      case 302 -> "Found";
      case 303 -> "See Other";
      case 304 -> "Not Modified";
      case 307 -> "Temporary Redirect";
      case 308 -> "Permanent Redirect";
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 406 -> "Not Acceptable";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 410 -> "Gone";
      case 412 -> "Precondition Failed";
      case 413 -> "Request Entity Too Large";
      case 415 -> "Unsupported Media Type";
      case 421 -> "Misdirected Request";
      case 422 -> "Unprocessable Content";
      case 423 -> "Locked";
      case 425 -> "Too Early";
      case 426 -> "Upgrade Required";
      case 428 -> "Precondition Required";
      case 429 -> "Too Many Requests";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 501 -> "Not Implemented";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      default -> "";
    };
  }
}
