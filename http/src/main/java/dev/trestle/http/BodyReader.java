package dev.trestle.http;

import java.util.Arrays;

/**
 * Reads the body that follows a request's head. A body with a length stays where it lies in the
 * input until it is released; chunks are joined in an array of their own.
 */
final class BodyReader implements AutoCloseable {
  private static final int CHUNK_LINE_MAX = 256;
  private static final int LENGTH_DIGITS_MAX = 18;
  private static final byte[] EMPTY = {};

  private final SocketInput input;
  private final HttpLimits limits;
  private final int bytesMax;
  private final BodyRoom room;
  private final boolean isCompressed;
  private int roomTaken;
  private byte[] bytes = EMPTY;
  private int start;
  private int length;
  private int inInput;

  BodyReader(
      SocketInput input, HttpLimits limits, int bytesMax, BodyRoom room, boolean isCompressed) {
    this.input = input;
    this.limits = limits;
    this.bytesMax = bytesMax;
    this.room = room;
    this.isCompressed = isCompressed;
  }

  /** How the end of a body is found. */
  sealed interface Framing {
    record Length(long bytes) implements Framing {}

    record Chunked() implements Framing {}

    /** The longest that a body with this framing can be. */
    default long bytesMax(int limit) {
      return this instanceof Length length ? length.bytes : limit;
    }
  }

  /** Rejects two framings or two lengths at once: they are how requests are smuggled. */
  static Framing framing(RequestHead head) throws BadRequestException {
    int encoding = head.find("transfer-encoding", 0);
    int length = head.find("content-length", 0);
    if (encoding >= 0) {
      if (length >= 0 || !head.isVersion11() || head.find("transfer-encoding", encoding + 1) >= 0) {
        throw malformed();
      }
      if (!head.value(encoding).equalsIgnoreCase("chunked")) {
        throw malformed();
      }
      return new Framing.Chunked();
    }
    if (length < 0) return new Framing.Length(0);
    var text = head.value(length);
    for (int other = length; other >= 0; other = head.find("content-length", other + 1)) {
      if (!head.value(other).equals(text)) throw malformed();
    }
    return new Framing.Length(number(text));
  }

  private static long number(String text) throws BadRequestException {
    if (text.isEmpty() || text.length() > LENGTH_DIGITS_MAX) {
      throw malformed();
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') throw malformed();
      number = number * 10 + digit - '0';
    }
    return number;
  }

  void read(Framing framing) throws BadRequestException, InterruptedException {
    switch (framing) {
      case Framing.Length(long wanted) -> readLength(wanted);
      case Framing.Chunked() -> readChunks();
    }
  }

  private void readLength(long length) throws BadRequestException, InterruptedException {
    if (length > bytesMax) throw new BadRequestException(RequestError.BODY_TOO_LARGE);
    int wanted = (int) length;
    roomTaken = room.acquire(wanted, isCompressed);
    input.await(wanted);
    bytes = input.bytes();
    start = input.start();
    this.length = wanted;
    inInput = wanted;
  }

  private void readChunks() throws BadRequestException, InterruptedException {
    // All at once: two bodies that each wait for the rest of their room would wait for ever.
    roomTaken = room.acquire(bytesMax, isCompressed);
    while (true) {
      int size = chunkSize(line());
      if (size == 0) break;
      if (size > bytesMax - length) throw new BadRequestException(RequestError.BODY_TOO_LARGE);
      append(size);
      if (!line().isEmpty()) throw malformed();
    }
    int trailers = 0;
    for (var line = line(); !line.isEmpty(); line = line()) {
      trailers += line.length();
      if (!RequestHead.isField(line)) throw malformed();
      if (trailers > limits.headBytes()) throw new BadRequestException(RequestError.HEAD_TOO_LARGE);
    }
  }

  private void append(int size) throws BadRequestException {
    int left = size;
    while (left > 0) {
      input.await(1);
      int here = Math.min(left, input.available());
      if (length + here > bytes.length) {
        int room = Math.max(bytes.length * 2, length + here);
        bytes = Arrays.copyOf(bytes, Math.min(room, bytesMax));
      }
      System.arraycopy(input.bytes(), input.start(), bytes, length, here);
      input.take(here);
      length += here;
      left -= here;
    }
  }

  private String line() throws BadRequestException {
    var line = new StringBuilder();
    while (true) {
      input.await(1);
      char next = (char) (input.bytes()[input.start()] & 0xff);
      input.take(1);
      if (next == '\r') {
        input.await(1);
        if (input.bytes()[input.start()] != '\n') throw malformed();
        input.take(1);
        return line.toString();
      }
      if (next == '\n' || line.length() == CHUNK_LINE_MAX) {
        throw malformed();
      }
      line.append(next);
    }
  }

  /** Extensions after a semicolon are ignored; blanks around the digits are how bytes hide. */
  private static int chunkSize(String line) throws BadRequestException {
    int end = line.indexOf(';');
    var digits = end < 0 ? line : line.substring(0, end);
    if (digits.isEmpty() || digits.length() > 8) throw malformed();
    if (end >= 0 && !RequestHead.isText(line.substring(end))) throw malformed();
    int size = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 128 ? Character.digit(digits.charAt(i), 16) : -1;
      if (digit < 0) throw malformed();
      size = size * 16 + digit;
    }
    // Eight digits may overflow, which is too large as well.
    return size < 0 ? Integer.MAX_VALUE : size;
  }

  private static BadRequestException malformed() {
    return new BadRequestException(RequestError.MALFORMED);
  }

  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int length() {
    return length;
  }

  /** Frees the memory of the body before it is closed. */
  void release() {
    input.take(inInput);
    inInput = 0;
    bytes = EMPTY;
    room.release(roomTaken);
    roomTaken = 0;
  }

  @Override
  public void close() {
    release();
  }
}
