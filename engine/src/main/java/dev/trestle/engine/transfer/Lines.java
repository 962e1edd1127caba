package dev.trestle.engine.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The lines of a file. The content of a line that is too long is dropped. */
final class Lines {
  /** An item of 400 KB in which each character is escaped still fits. */
  private static final int LINE_BYTES_MAX = 4 << 20;

  private final InputStream in;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long length;

  Lines(InputStream in) {
    this.in = in;
  }

  /** Moves to the next line. Returns false if there is none. */
  boolean next() throws IOException {
    line.reset();
    length = 0;
    int found = in.read();
    if (found < 0) return false;
    while (found >= 0 && found != '\n') {
      if (length < LINE_BYTES_MAX) line.write(found);
      length++;
      found = in.read();
    }
    return true;
  }

  /** Returns the line without its end, or empty if it is too long. */
  Optional<byte[]> line() {
    return length > LINE_BYTES_MAX ? Optional.empty() : Optional.of(line.toByteArray());
  }

  /** Returns the length with the end of the line. */
  long bytes() {
    return length + 1;
  }
}
