package dev.trestle.bench.messenger;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/**
 * A WebSocket client with just enough of RFC 6455 for a server that follows it. It holds no buffer
 * between frames, so that thousands fit on the machine of the server.
 */
final class SocketClient implements SocketDriver.ChannelHandler {
  /** Receives the events of a socket. */
  interface Listener {
    void opened(SocketClient socket);

    /** A text message. The bytes are valid during the call only. */
    void text(SocketClient socket, byte[] bytes, int start, int end);

    void closed(SocketClient socket);
  }

  private enum State {
    CONNECTING,
    GREETING,
    OPEN,
    CLOSED
  }

  private static final int TEXT = 1;
  private static final int CLOSE = 8;
  private static final int PING = 9;
  private static final int FINAL = 0x80;
  private static final int MASKED = 0x80;
  private static final int MASK_BYTES = 4;
  private static final int SHORT_MAX = 125;
  private static final int SHORT_MARK = 126;
  private static final int LONG_MARK = 127;
  private static final byte[] NOTHING = {};

  private final SocketChannel channel;
  private final SelectionKey key;
  private final String token;
  private final Listener listener;
  private State state = State.CONNECTING;
  private byte[] begun = NOTHING;
  private ByteBuffer unsent = ByteBuffer.wrap(NOTHING);

  /** For use by the listener. */
  int number = -1;

  SocketClient(SocketChannel channel, SelectionKey key, String token, Listener listener) {
    this.channel = channel;
    this.key = key;
    this.token = token;
    this.listener = listener;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isInvited() {
    return state != State.CLOSED;
  }

  void connected() {
    state = State.GREETING;
    key.interestOps(SelectionKey.OP_READ);
    var greeting =
        """
        GET /v1/ws HTTP/1.1\r
        Host: 127.0.0.1\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        Sec-WebSocket-Version: 13\r
        Authorization: Bearer %s\r
        \r
        """
            .formatted(token);
    write(ByteBuffer.wrap(greeting.getBytes(US_ASCII)));
  }

  void send(String text) {
    send(TEXT, text.getBytes(UTF_8));
  }

  private void send(int kind, byte[] payload) {
    int length = payload.length;
    var frame = ByteBuffer.allocate(length + 8);
    frame.put((byte) (FINAL | kind));
    if (length <= SHORT_MAX) {
      frame.put((byte) (MASKED | length));
    } else {
      frame.put((byte) (MASKED | SHORT_MARK)).putShort((short) length);
    }
    // A mask of zeros leaves the payload as it is.
    frame.put(new byte[MASK_BYTES]).put(payload).flip();
    write(frame);
  }

  private void write(ByteBuffer bytes) {
    if (state == State.CLOSED) return;
    try {
      if (!unsent.hasRemaining()) channel.write(bytes);
      if (!bytes.hasRemaining()) return;
      unsent =
          ByteBuffer.allocate(unsent.remaining() + bytes.remaining()).put(unsent).put(bytes).flip();
      key.interestOpsOr(SelectionKey.OP_WRITE);
    } catch (IOException _) {
      leave();
    }
  }

  @Override
  public void ready(ByteBuffer shared) {
    try {
      if (key.isConnectable() && channel.finishConnect()) connected();
      if (key.isValid() && key.isWritable()) flush();
      if (key.isValid() && key.isReadable()) read(shared);
    } catch (IOException _) {
      leave();
    }
  }

  private void flush() throws IOException {
    channel.write(unsent);
    if (!unsent.hasRemaining()) key.interestOpsAnd(~SelectionKey.OP_WRITE);
  }

  @SuppressWarnings("ByteBufferBackingArray") // made by allocate
  private void read(ByteBuffer shared) throws IOException {
    shared.clear().put(begun);
    begun = NOTHING;
    if (channel.read(shared) < 0) {
      leave();
      return;
    }
    var bytes = shared.array();
    int end = shared.position();
    int at = state == State.GREETING ? handshakeEnd(bytes, end) : 0;
    while (state == State.OPEN) {
      int next = frame(bytes, at, end);
      if (next == at) break;
      at = next;
    }
    if (at < end && state != State.CLOSED) begun = Arrays.copyOfRange(bytes, at, end);
  }

  /** The end of the server's handshake, or 0 if it is not complete. */
  private int handshakeEnd(byte[] bytes, int end) {
    for (int i = 3; i < end; i++) {
      if (bytes[i] != '\n' || bytes[i - 2] != '\n') continue;
      if (bytes[9] != '1' || bytes[10] != '0' || bytes[11] != '1') {
        throw new IllegalStateException("no socket: " + new String(bytes, 0, end, UTF_8));
      }
      state = State.OPEN;
      listener.opened(this);
      return i + 1;
    }
    return 0;
  }

  /** Handles the frame at {@code at} and returns its end, or {@code at} if it is not complete. */
  private int frame(byte[] bytes, int at, int end) {
    if (end - at < 2) return at;
    int length = bytes[at + 1] & LONG_MARK;
    int start = at + 2;
    if (length == SHORT_MARK) {
      if (end - at < 4) return at;
      length = ((bytes[at + 2] & 0xff) << 8) | (bytes[at + 3] & 0xff);
      start = at + 4;
    } else if (length == LONG_MARK) {
      if (end - at < 10) return at;
      length = ByteBuffer.wrap(bytes, at + 6, 4).getInt();
      start = at + 10;
    }
    if (end - start < length) return at;
    switch (bytes[at] & 0xf) {
      case TEXT -> listener.text(this, bytes, start, start + length);
      case PING -> send(PING + 1, Arrays.copyOfRange(bytes, start, start + length));
      case CLOSE -> leave();
      default -> throw new IllegalStateException("frame of kind " + bytes[at]);
    }
    return start + length;
  }

  void leave() {
    if (state == State.CLOSED) return;
    state = State.CLOSED;
    key.cancel();
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    listener.closed(this);
  }
}
