package dev.trestle.dynamodb.http;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * Collects what a generator writes. The generator has a buffer of its own and writes a response of
 * usual size in one piece, which is copied once, into an array of the exact length.
 */
final class ResponseBytes extends OutputStream {
  private byte[] bytes = {};
  private int length;

  @Override
  public void write(int one) {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] more, int start, int count) {
    if (length == 0) {
      bytes = Arrays.copyOfRange(more, start, start + count);
    } else {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length * 2, length + count));
      }
      System.arraycopy(more, start, bytes, length, count);
    }
    length += count;
  }

  byte[] all() {
    return bytes.length == length ? bytes : Arrays.copyOf(bytes, length);
  }
}
