package dev.trestle.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Puts messages together from the frames of a WebSocket. Lengths are checked before the bytes they
 * announce are read. While it waits it holds no memory but the start of a fragmented message.
 */
final class FrameReader {
  private static final byte[] EMPTY = {};
  private static final int HEAD_START_BYTES = 2;
  private static final char REPLACEMENT = '\uFFFD';
  private static final int RESERVED_BITS = 0x70;

  private final SocketInput input;
  private final int messageBytesMax;
  private final Waiting waiting;
  private byte[] message = EMPTY;
  private int length;
  private boolean isInMessage;

  /** Is told when reading waits for the client, and when something arrived. */
  interface Waiting {
    void starts();

    void ends();
  }

  FrameReader(SocketInput input, int messageBytesMax, Waiting waiting) {
    this.input = input;
    this.messageBytesMax = messageBytesMax;
    this.waiting = waiting;
  }

  /** Waits for the next message. */
  IncomingMessage next() throws BadFrameException {
    while (true) {
      if (!await(HEAD_START_BYTES)) return new IncomingMessage.Disconnect();
      int first = input.bytes()[input.start()];
      int second = input.bytes()[input.start() + 1];
      if ((first & RESERVED_BITS) != 0 || (second & FrameFormat.MASKED) == 0) throw protocolError();
      int headBytes = HEAD_START_BYTES + FrameFormat.lengthBytes(second) + FrameFormat.MASK_BYTES;
      if (!await(headBytes)) return new IncomingMessage.Disconnect();
      int opcode = first & 0xf;
      boolean isFinal = (first & FrameFormat.FINAL) != 0;
      long announced = FrameFormat.length(input.bytes(), input.start());
      check(opcode, isFinal, announced);
      int payload = (int) announced;
      if (!await(headBytes + payload)) return new IncomingMessage.Disconnect();
      int start = input.start() + headBytes;
      FrameFormat.unmask(input.bytes(), start - FrameFormat.MASK_BYTES, start, start + payload);
      input.take(headBytes + payload);
      switch (opcode) {
        case FrameFormat.PING -> {
          return new IncomingMessage.Ping(
              Arrays.copyOfRange(input.bytes(), start, start + payload));
        }
        case FrameFormat.PONG -> {
          return new IncomingMessage.Pong();
        }
        case FrameFormat.CLOSE -> {
          return close(start, payload);
        }
        default -> {
          if (isFinal) return new IncomingMessage.Text(whole(start, payload));
          add(start, payload);
        }
      }
    }
  }

  private void check(int opcode, boolean isFinal, long announced) throws BadFrameException {
    switch (opcode) {
      case FrameFormat.PING, FrameFormat.PONG, FrameFormat.CLOSE -> {
        if (!isFinal || announced > FrameFormat.CONTROL_BYTES_MAX) throw protocolError();
      }
      case FrameFormat.TEXT, FrameFormat.CONTINUATION -> {
        if (isInMessage != (opcode == FrameFormat.CONTINUATION)) throw protocolError();
        if (announced > messageBytesMax - length) throw new BadFrameException(CloseCode.TOO_BIG);
      }
      case FrameFormat.BINARY -> throw new BadFrameException(CloseCode.UNACCEPTABLE);
      default -> throw protocolError();
    }
  }

  private String whole(int start, int count) throws BadFrameException {
    if (!isInMessage) return decode(input.bytes(), start, count);
    add(start, count);
    var text = decode(message, 0, length);
    message = EMPTY;
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

  private IncomingMessage.Close close(int start, int count) throws BadFrameException {
    if (count == 0) return new IncomingMessage.Close(CloseCode.NONE);
    if (count == 1) throw protocolError();
    var bytes = input.bytes();
    int code = (bytes[start] & 0xff) << 8 | (bytes[start + 1] & 0xff);
    if (!CloseCode.maySend(code)) throw protocolError();
    decode(bytes, start + 2, count - 2);
    return new IncomingMessage.Close(code);
  }

  /**
   * Decodes a text.
   *
   * @throws BadFrameException if it is not UTF-8
   */
  private static String decode(byte[] bytes, int start, int length) throws BadFrameException {
    var text = new String(bytes, start, length, StandardCharsets.UTF_8);
    // The JDK's fast decoder puts this where bytes are invalid; only then check strictly.
    if (text.indexOf(REPLACEMENT) < 0) return text;
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new BadFrameException(CloseCode.NOT_UTF8);
    }
  }

  private boolean await(int count) {
    while (input.available() < count) {
      input.release();
      waiting.starts();
      boolean hasMore = input.more(count);
      waiting.ends();
      if (!hasMore) return false;
    }
    return true;
  }

  private static BadFrameException protocolError() {
    return new BadFrameException(CloseCode.PROTOCOL);
  }
}
