package dev.trestle.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;

/** Writes answers: an answer of usual size in one piece, from an array that is used again. */
final class Output {
  /** Up to this, copying a body behind its head is cheaper than a second write. */
  private static final int JOINED_BYTES_MAX = 32 * 1024;

  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] SERVER_AND_DATE = ascii("\r\nServer: Server\r\nDate: ");
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive\r\n");
  private static final byte[] CLOSE = ascii("\r\nConnection: close\r\n");
  private static final byte[] OK = ascii("HTTP/1.1 200 OK");
  private static final byte[] COLON = ascii(": ");
  private static final byte[] END_OF_LINE = ascii("\r\n");

  private record Date(long second, byte[] text) {}

  /** A race here writes the same date twice. */
  private static volatile Date date = new Date(0, ascii(""));

  private final HelidonSocket socket;
  private byte[] buffer = new byte[1024];
  private int length;

  Output(HelidonSocket socket) {
    this.socket = socket;
  }

  /** Tells a client that waits with its body to send it. */
  void goOn() {
    socket.write(BufferData.create(CONTINUE.clone()));
  }

  void write(Response response, boolean keepAlive, boolean withBody) {
    length = 0;
    put(response.status() == 200 ? OK : ascii("HTTP/1.1 " + statusLine(response.status())));
    put(SERVER_AND_DATE);
    put(now());
    put(LENGTH);
    put(ascii(Integer.toString(response.length())));
    put(keepAlive ? KEEP_ALIVE : CLOSE);
    for (var field : response.fields()) {
      put(ascii(field.name()));
      put(COLON);
      put(ascii(field.value()));
      put(END_OF_LINE);
    }
    put(END_OF_LINE);
    boolean joined = withBody && length + response.length() <= JOINED_BYTES_MAX;
    if (joined) put(response.body(), response.length());
    socket.write(BufferData.create(buffer, 0, length));
    if (withBody && !joined) {
      socket.write(BufferData.create(response.body(), 0, response.length()));
    }
  }

  private void put(byte[] bytes) {
    put(bytes, bytes.length);
  }

  private void put(byte[] bytes, int count) {
    if (length + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
    }
    System.arraycopy(bytes, 0, buffer, length, count);
    length += count;
  }

  private static byte[] now() {
    long second = System.currentTimeMillis() / 1000;
    var known = date;
    if (known.second != second) {
      var time = Instant.ofEpochSecond(second).atOffset(ZoneOffset.UTC);
      known = new Date(second, ascii(DateTimeFormatter.RFC_1123_DATE_TIME.format(time)));
      date = known;
    }
    return known.text;
  }

  private static String statusLine(int status) {
    return switch (status) {
      case 400 -> "400 Bad Request";
      case 403 -> "403 Forbidden";
      case 404 -> "404 Not Found";
      case 408 -> "408 Request Timeout";
      case 413 -> "413 Request Entity Too Large";
      case 500 -> "500 Internal Server Error";
      case 503 -> "503 Service Unavailable";
      default -> Integer.toString(status) + " ";
    };
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
