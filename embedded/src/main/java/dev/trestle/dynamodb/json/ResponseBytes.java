package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Collects what a generator writes, and items, which are written past the generator. */
public final class ResponseBytes extends OutputStream {
  private static final int USUAL_BYTES = 512;

  private byte[] bytes = new byte[USUAL_BYTES];
  private int length;

  /**
   * The bytes behind a generator that is about to write a value. The generator has written all it
   * had, with the comma that may be due before the value.
   */
  static ResponseBytes behind(JsonGenerator out) throws IOException {
    out.writeRawValue("");
    out.flush();
    return (ResponseBytes) out.getOutputTarget();
  }

  @Override
  public void write(int one) {
    makeRoom(1)[length++] = (byte) one;
  }

  @Override
  public void write(byte[] more, int start, int count) {
    System.arraycopy(more, start, makeRoom(count), length, count);
    length += count;
  }

  int length() {
    return length;
  }

  /** Sets the length, after bytes were written into the array or to drop the last ones. */
  void setLength(int newLength) {
    length = newLength;
  }

  /** The array, with room for more bytes after {@link #length}. */
  byte[] makeRoom(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
    return bytes;
  }

  public byte[] all() {
    return Arrays.copyOf(bytes, length);
  }
}
