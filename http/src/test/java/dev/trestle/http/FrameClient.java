package dev.trestle.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A WebSocket client that can break every rule of the protocol. */
final class FrameClient implements AutoCloseable {
  static final String HANDSHAKE =
      """
      GET /socket HTTP/1.1\r
      Host: localhost\r
      Upgrade: websocket\r
      Connection: keep-alive, Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      \r
      """;

  private static final byte[] MASK = {0x12, (byte) 0xf4, 0x00, 0x7f};

  /** A received frame: its first byte and its payload. */
  record Frame(int first, byte[] payload) {
    int opcode() {
      return first & 0xf;
    }

    String text() {
      return new String(payload, StandardCharsets.UTF_8);
    }

    int code() {
      return ByteBuffer.wrap(payload).getShort() & 0xffff;
    }
  }

  final RawClient raw;
  final RawClient.Response answer;

  FrameClient(int port) {
    raw = new RawClient(port);
    answer = raw.send(HANDSHAKE).read();
  }

  FrameClient send(int opcode, String payload) {
    return send(FrameFormat.FINAL | opcode, payload.getBytes(StandardCharsets.UTF_8));
  }

  FrameClient send(int first, byte[] payload) {
    raw.send(masked(first, payload));
    return this;
  }

  FrameClient text(String text) {
    return send(FrameFormat.TEXT, text);
  }

  FrameClient close(int code) {
    return send(
        FrameFormat.FINAL | FrameFormat.CLOSE, new byte[] {(byte) (code >> 8), (byte) code});
  }

  static byte[] masked(int first, byte[] payload) {
    var bytes = new byte[FrameFormat.HEAD_BYTES_MAX + MASK.length + payload.length];
    int at = FrameFormat.putHead(bytes, 0, 0, payload.length);
    bytes[0] = (byte) first;
    bytes[1] |= (byte) FrameFormat.MASKED;
    System.arraycopy(MASK, 0, bytes, at, MASK.length);
    at += MASK.length;
    for (int i = 0; i < payload.length; i++) bytes[at + i] = (byte) (payload[i] ^ MASK[i & 3]);
    return Arrays.copyOf(bytes, at + payload.length);
  }

  Frame read() {
    var head = raw.readBytes(2);
    long length = head[1] & 0x7f;
    if (length == 126) length = ByteBuffer.wrap(raw.readBytes(2)).getShort() & 0xffff;
    if (length == 127) length = ByteBuffer.wrap(raw.readBytes(8)).getLong();
    return new Frame(head[0] & 0xff, raw.readBytes((int) length));
  }

  @Override
  public void close() {
    raw.close();
  }
}
