package dev.trestle.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.socket.HelidonSocket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;

/** Writes answers: an answer of usual size in one piece, from an array that is used again. */
final class Output {
  /** Up to this, copying a body behind its head is cheaper than a second write. */
  private static final int JOINED_BYTES_MAX = 32 * 1024;

  private static final int USUAL_BYTES = 1024;
  private static final byte[] NOTHING = {};
  private static final byte[] CONTINUE = ascii("HTTP/1.1 100 Continue\r\n\r\n");
  private static final byte[] DATE = ascii("\r\nDate: ");
  private static final byte[] LENGTH = ascii("\r\nContent-Length: ");
  private static final byte[] CHUNKED = ascii("\r\nTransfer-Encoding: chunked");
  private static final byte[] KEEP_ALIVE = ascii("\r\nConnection: keep-alive\r\n");
  private static final byte[] CLOSE = ascii("\r\nConnection: close\r\n");
  private static final byte[] UPGRADE =
      ascii("\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ");
  private static final byte[] OK = ascii("HTTP/1.1 200 OK");
  private static final byte[] COLON = ascii(": ");
  private static final byte[] END_OF_LINE = ascii("\r\n");
  private static final byte[] LAST_CHUNK = ascii("0\r\n\r\n");

  private record Date(long second, byte[] text) {}

  /** A race here writes the same date twice. */
  private static volatile Date date = new Date(0, ascii(""));

  private final HelidonSocket socket;
  private final byte[] serverAndDate;
  private byte[] buffer = new byte[USUAL_BYTES];
  private int length;

  /** Writes with what {@link #serverAndDate} gave for the server. */
  Output(HelidonSocket socket, byte[] serverAndDate) {
    this.socket = socket;
    this.serverAndDate = serverAndDate;
  }

  /** What stands between the status and the time. */
  static byte[] serverAndDate(String server) {
    return server.isEmpty() ? DATE : ascii("\r\nServer: " + server + "\r\nDate: ");
  }

  /** Tells a client that waits with its body to send it. */
  void goOn() {
    socket.write(BufferData.create(CONTINUE.clone()));
  }

  void write(Response response, boolean keepAlive, boolean withBody) {
    boolean hasBody = hasBody(response.status());
    startHead(response.status());
    if (hasBody) {
      put(LENGTH);
      put(ascii(Integer.toString(response.length())));
    }
    put(keepAlive ? KEEP_ALIVE : CLOSE);
    endHead(response.fields());
    boolean isSent = withBody && hasBody;
    boolean joined = isSent && length + response.length() <= JOINED_BYTES_MAX;
    if (joined) put(response.body(), 0, response.length());
    flush();
    if (isSent && !joined) {
      socket.write(BufferData.create(response.body(), 0, response.length()));
    }
  }

  /** These end with their head, whatever it says. */
  private static boolean hasBody(int status) {
    return status != 204 && status != 304;
  }

  /** The head of an answer whose length is not known yet: in chunks, or up to the end. */
  void writeHead(Streamed answer, boolean keepAlive, boolean inChunks) {
    startHead(answer.status());
    if (inChunks) put(CHUNKED);
    put(keepAlive ? KEEP_ALIVE : CLOSE);
    endHead(answer.fields());
    flush();
    release();
  }

  void writeChunk(byte[] bytes, int start, int count) {
    length = 0;
    put(ascii(Integer.toHexString(count)));
    put(END_OF_LINE);
    if (count <= JOINED_BYTES_MAX) {
      put(bytes, start, count);
    } else {
      flush();
      write(bytes, start, count);
      length = 0;
    }
    put(END_OF_LINE);
    flush();
    release();
  }

  void writeLastChunk() {
    socket.write(BufferData.createReadOnly(LAST_CHUNK, 0, LAST_CHUNK.length));
  }

  void write(byte[] bytes, int start, int count) {
    // The other kind of buffer writes too much where it does not start at 0.
    socket.write(BufferData.createReadOnly(bytes, start, count));
  }

  /** The answer after which the connection is a WebSocket. */
  void switchProtocols(String accept, List<Field> fields) {
    startHead(101);
    put(UPGRADE);
    put(ascii(accept));
    put(END_OF_LINE);
    endHead(fields);
    flush();
    release();
  }

  /** Lets go of the array: what follows may be silence for a long time. */
  private void release() {
    buffer = NOTHING;
  }

  private void startHead(int status) {
    length = 0;
    put(status == 200 ? OK : ascii("HTTP/1.1 " + status + " " + Phrases.of(status)));
    put(serverAndDate);
    put(now());
  }

  private void endHead(List<Field> fields) {
    for (var field : fields) {
      put(ascii(field.name()));
      put(COLON);
      put(ascii(field.value()));
      put(END_OF_LINE);
    }
    put(END_OF_LINE);
  }

  private void flush() {
    socket.write(BufferData.create(buffer, 0, length));
  }

  private void put(byte[] bytes) {
    put(bytes, 0, bytes.length);
  }

  private void put(byte[] bytes, int start, int count) {
    if (length + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
    }
    System.arraycopy(bytes, start, buffer, length, count);
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

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
