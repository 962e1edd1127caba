package dev.trestle.http;

import java.util.Arrays;

/**
 * Puts messages together from the frames on a connection's input. A length is judged before what it
 * announces is read. While nothing comes it holds nothing but the beginning of a message that came
 * in parts.
 */
final class FrameReader {
  private static final byte[] NOTHING = {};
  private static final int HEAD_START_BYTES = 2;
  private static final int RESERVED_BITS = 0x70;

  private final Input input;
  private final int messageBytesMax;
  private final Waiting waiting;
  private byte[] message = NOTHING;
  private int length;
  private boolean isInMessage;

  /** Is told when it is waited for the other side, and when something came. */
  interface Waiting {
    void starts();

    void ends();
  }

  FrameReader(Input input, int messageBytesMax, Waiting waiting) {
    this.input = input;
    this.messageBytesMax = messageBytesMax;
    this.waiting = waiting;
  }

  /** Waits for what comes next. */
  Incoming next() throws FaultyFrame {
    while (true) {
      if (!await(HEAD_START_BYTES)) return new Incoming.Gone();
      int first = input.bytes()[input.start()];
      int second = input.bytes()[input.start() + 1];
      if ((first & RESERVED_BITS) != 0 || (second & Frames.MASKED) == 0) throw protocolFault();
      int headBytes = HEAD_START_BYTES + Frames.lengthBytes(second) + Frames.MASK_BYTES;
      if (!await(headBytes)) return new Incoming.Gone();
      int opcode = first & 0xf;
      boolean isFinal = (first & Frames.FINAL) != 0;
      long announced = Frames.length(input.bytes(), input.start());
      check(opcode, isFinal, announced);
      int payload = (int) announced;
      if (!await(headBytes + payload)) return new Incoming.Gone();
      int start = input.start() + headBytes;
      Frames.unmask(input.bytes(), start - Frames.MASK_BYTES, start, start + payload);
      input.take(headBytes + payload);
      switch (opcode) {
        case Frames.PING -> {
          return new Incoming.Ping(Arrays.copyOfRange(input.bytes(), start, start + payload));
        }
        case Frames.PONG -> {
          return new Incoming.Pong();
        }
        case Frames.CLOSE -> {
          return goodbye(start, payload);
        }
        default -> {
          if (isFinal) return new Incoming.Text(whole(start, payload));
          add(start, payload);
        }
      }
    }
  }

  private void check(int opcode, boolean isFinal, long announced) throws FaultyFrame {
    switch (opcode) {
      case Frames.PING, Frames.PONG, Frames.CLOSE -> {
        if (!isFinal || announced > Frames.CONTROL_BYTES_MAX) throw protocolFault();
      }
      case Frames.TEXT, Frames.CONTINUATION -> {
        if (isInMessage != (opcode == Frames.CONTINUATION)) throw protocolFault();
        if (announced > messageBytesMax - length) throw new FaultyFrame(CloseCode.TOO_BIG);
      }
      case Frames.BINARY -> throw new FaultyFrame(CloseCode.UNACCEPTABLE);
      default -> throw protocolFault();
    }
  }

  private String whole(int start, int count) throws FaultyFrame {
    if (!isInMessage) return Utf8.decode(input.bytes(), start, count);
    add(start, count);
    var text = Utf8.decode(message, 0, length);
    message = NOTHING;
    length = 0;
    isInMessage = false;
    return text;
  }

  private void add(int start, int count) {
    isInMessage = true;
    if (length + count > message.length) {
      int room = Math.clamp(message.length * 2L, length + count, messageBytesMax);
      message = Arrays.copyOf(message, room);
    }
    System.arraycopy(input.bytes(), start, message, length, count);
    length += count;
  }

  private Incoming.Goodbye goodbye(int start, int count) throws FaultyFrame {
    if (count == 0) return new Incoming.Goodbye(CloseCode.NONE);
    if (count == 1) throw protocolFault();
    var bytes = input.bytes();
    int code = (bytes[start] & 0xff) << 8 | (bytes[start + 1] & 0xff);
    if (!CloseCode.maySend(code)) throw protocolFault();
    Utf8.decode(bytes, start + 2, count - 2);
    return new Incoming.Goodbye(code);
  }

  private boolean await(int count) {
    while (input.available() < count) {
      input.release();
      waiting.starts();
      boolean hasCome = input.more(count);
      waiting.ends();
      if (!hasCome) return false;
    }
    return true;
  }

  private static FaultyFrame protocolFault() {
    return new FaultyFrame(CloseCode.PROTOCOL);
  }
}
