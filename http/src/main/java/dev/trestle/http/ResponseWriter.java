package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;

/** Writes responses. A response of usual size is one write, from a buffer that is reused. */
final class ResponseWriter {
  /** Up to this length, copying a body behind its head is cheaper than a second write. */
  private static final int JOINED_BYTES_MAX = 32 * 1024;

  private static final int USUAL_BYTES = 1024;
  private static final byte[] EMPTY = {};
  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] DATE = ascii("\r\nDate: ");
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] CHUNKED = ascii("\r\nTransfer-Encoding: chunked");
  private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive\r\n");
  private static final byte[] CLOSE = ascii("\r\nConnection: close\r\n");
  private static final byte[] UPGRADE =
      ascii("\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ");
  private static final byte[] LINE_END = ascii("\r\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  private record Date(long second, byte[] text) {}

  /** Two threads that race here write the same date. */
  private static volatile Date date = new Date(0, EMPTY);

  private final TcpSocket socket;
  private final byte[] serverAndDate;
  private byte[] buffer = new byte[USUAL_BYTES];
  private int length;

  /**
   * Creates a writer.
   *
   * @param serverAndDate what {@link #serverAndDate} returned for the name of the server
   */
  ResponseWriter(TcpSocket socket, byte[] serverAndDate) {
    this.socket = socket;
    this.serverAndDate = serverAndDate;
  }

  /** The bytes between the status line and the date. */
  static byte[] serverAndDate(String server) {
    return server.isEmpty() ? DATE : ascii("\r\nServer: " + server + "\r\nDate: ");
  }

  /** Tells a client that waits before sending its body to go ahead. */
  void writeContinue() {
    socket.write(CONTINUE, 0, CONTINUE.length);
  }

  void write(FullResponse response, boolean keepAlive, boolean withBody) {
    boolean hasBody = hasBody(response.status());
    startHead(response.status());
    if (hasBody) {
      put(LENGTH);
      putNumber(response.length());
    }
    put(keepAlive ? KEEP_ALIVE : CLOSE);
    endHead(response.headers());
    boolean isSent = withBody && hasBody;
    boolean joined = isSent && length + response.length() <= JOINED_BYTES_MAX;
    if (joined) put(response.body(), 0, response.length());
    flush();
    if (isSent && !joined) socket.write(response.body(), 0, response.length());
  }

  /** Responses with these statuses end with their head. */
  private static boolean hasBody(int status) {
    return status != 204 && status != 304;
  }

  /** Writes the head of a body of unknown length: in chunks, or up to the end of the connection. */
  void writeHead(StreamedResponse response, boolean keepAlive, boolean inChunks) {
    startHead(response.status());
    if (inChunks) put(CHUNKED);
    put(keepAlive ? KEEP_ALIVE : CLOSE);
    endHead(response.headers());
    flush();
    release();
  }

  void writeChunk(byte[] bytes, int start, int count) {
    length = 0;
    put(ascii(Integer.toHexString(count)));
    put(LINE_END);
    if (count <= JOINED_BYTES_MAX) {
      put(bytes, start, count);
    } else {
      flush();
      write(bytes, start, count);
      length = 0;
    }
    put(LINE_END);
    flush();
    release();
  }

  void writeLastChunk() {
    socket.write(LAST_CHUNK, 0, LAST_CHUNK.length);
  }

  void write(byte[] bytes, int start, int count) {
    socket.write(bytes, start, count);
  }

  /** Writes the response after which the connection is a WebSocket. */
  void switchProtocols(String accept, List<Header> headers) {
    startHead(101);
    put(UPGRADE);
    put(ascii(accept));
    put(LINE_END);
    endHead(headers);
    flush();
    release();
  }

  /** Frees the buffer: nothing may follow for a long time. */
  private void release() {
    buffer = EMPTY;
  }

  private void startHead(int status) {
    length = 0;
    put(StatusLine.of(status));
    put(serverAndDate);
    put(now());
  }

  private void endHead(List<Header> headers) {
    for (var header : headers) put(header.line());
    put(LINE_END);
  }

  private void flush() {
    socket.write(buffer, 0, length);
  }

  private void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  private void put(byte[] bytes, int start, int count) {
    makeRoom(count);
    System.arraycopy(bytes, start, buffer, length, count);
    length += count;
  }

  private void putNumber(int number) {
    int digits = 1;
    for (int rest = number; rest >= 10; rest /= 10) digits++;
    makeRoom(digits);
    length += digits;
    for (int at = length - 1, rest = number; digits > 0; digits--, rest /= 10) {
      buffer[at--] = (byte) ('0' + rest % 10);
    }
  }

  private void makeRoom(int count) {
    if (length + count <= buffer.length) return;
    buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
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

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
