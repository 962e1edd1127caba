package dev.trestle.http;

import java.util.Arrays;

/**
 * The body of the request whose head was taken from the input, by its length or in chunks. Where it
 * lies in the input it stays there until it is closed.
 */
final class Body implements AutoCloseable {
  private static final int CHUNK_LINE_MAX = 256;
  private static final int LENGTH_DIGITS_MAX = 18;
  private static final byte[] EMPTY = {};

  private final Input input;
  private final HttpLimits limits;
  private final int bytesMax;
  private final Bodies bodies;
  private boolean isInRoom;
  private byte[] bytes = EMPTY;
  private int start;
  private int length;
  private int inInput;

  Body(Input input, HttpLimits limits, int bytesMax, Bodies bodies) {
    this.input = input;
    this.limits = limits;
    this.bytesMax = bytesMax;
    this.bodies = bodies;
  }

  /** How a body is told from what follows it. */
  sealed interface Framing {
    record Length(long bytes) implements Framing {}

    record Chunked() implements Framing {}
  }

  /** Two ways of framing at once, or two lengths, are how requests are smuggled: refused. */
  static Framing framing(Head head) throws FaultyRequest {
    int encoding = head.find("transfer-encoding", 0);
    int length = head.find("content-length", 0);
    if (encoding >= 0) {
      if (length >= 0 || !head.isVersion11() || head.find("transfer-encoding", encoding + 1) >= 0) {
        throw new FaultyRequest(Fault.MALFORMED);
      }
      if (!head.value(encoding).equalsIgnoreCase("chunked")) {
        throw new FaultyRequest(Fault.MALFORMED);
      }
      return new Framing.Chunked();
    }
    if (length < 0) return new Framing.Length(0);
    var text = head.value(length);
    for (int other = length; other >= 0; other = head.find("content-length", other + 1)) {
      if (!head.value(other).equals(text)) throw new FaultyRequest(Fault.MALFORMED);
    }
    return new Framing.Length(number(text));
  }

  private static long number(String text) throws FaultyRequest {
    if (text.isEmpty() || text.length() > LENGTH_DIGITS_MAX) {
      throw new FaultyRequest(Fault.MALFORMED);
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') throw new FaultyRequest(Fault.MALFORMED);
      number = number * 10 + digit - '0';
    }
    return number;
  }

  void read(Framing framing) throws FaultyRequest, InterruptedException {
    switch (framing) {
      case Framing.Length(var wanted) -> readLength(wanted);
      case Framing.Chunked() -> readChunks();
    }
  }

  private void readLength(long length) throws FaultyRequest, InterruptedException {
    if (length > bytesMax) throw new FaultyRequest(Fault.BODY_TOO_LARGE);
    int wanted = (int) length;
    makeRoom(wanted);
    input.await(wanted);
    bytes = input.bytes();
    start = input.start();
    this.length = wanted;
    inInput = wanted;
  }

  private void readChunks() throws FaultyRequest, InterruptedException {
    while (true) {
      int size = chunkSize(line());
      if (size == 0) break;
      if (size > bytesMax - length) throw new FaultyRequest(Fault.BODY_TOO_LARGE);
      makeRoom(length + size);
      append(size);
      if (!line().isEmpty()) throw new FaultyRequest(Fault.MALFORMED);
    }
    int trailers = 0;
    for (var line = line(); !line.isEmpty(); line = line()) {
      trailers += line.length();
      if (trailers > limits.headBytes()) throw new FaultyRequest(Fault.HEAD_TOO_LARGE);
    }
  }

  private void append(int size) throws FaultyRequest {
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

  private String line() throws FaultyRequest {
    var line = new StringBuilder();
    while (true) {
      input.await(1);
      char next = (char) (input.bytes()[input.start()] & 0xff);
      input.take(1);
      if (next == '\r') {
        input.await(1);
        if (input.bytes()[input.start()] != '\n') throw new FaultyRequest(Fault.MALFORMED);
        input.take(1);
        return line.toString();
      }
      if (next == '\n' || line.length() == CHUNK_LINE_MAX) {
        throw new FaultyRequest(Fault.MALFORMED);
      }
      line.append(next);
    }
  }

  /** What follows a semicolon is for others. */
  private static int chunkSize(String line) throws FaultyRequest {
    int end = line.indexOf(';');
    var digits = (end < 0 ? line : line.substring(0, end)).strip();
    if (digits.isEmpty() || digits.length() > 8) throw new FaultyRequest(Fault.MALFORMED);
    int size = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) < 128 ? Character.digit(digits.charAt(i), 16) : -1;
      if (digit < 0) throw new FaultyRequest(Fault.MALFORMED);
      size = size * 16 + digit;
    }
    // Eight digits may have run over; that is too large as well.
    return size < 0 ? Integer.MAX_VALUE : size;
  }

  private void makeRoom(int wanted) throws InterruptedException {
    if (isInRoom || wanted <= Bodies.SMALL_BYTES) return;
    bodies.enter();
    isInRoom = true;
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

  /** Lets go of it before it is closed. */
  void release() {
    input.take(inInput);
    inInput = 0;
    bytes = EMPTY;
    if (isInRoom) bodies.leave();
    isInRoom = false;
  }

  @Override
  public void close() {
    release();
  }
}
