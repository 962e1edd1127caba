package dev.trestle.engine.transfer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The records of a CSV file. A value in quotes may contain delimiters, line breaks, and quotes if
 * they are doubled.
 */
final class CsvRecords {
  private static final int RECORD_CHARACTERS_MAX = 1 << 20;
  private static final int END = -1;
  private static final char QUOTE = '"';

  private final BufferedReader in;
  private final char delimiter;
  private final StringBuilder value = new StringBuilder();
  private List<String> record = List.of();
  private int characters;

  CsvRecords(InputStream in, char delimiter) {
    // This decoder reports invalid UTF-8 instead of replacing it.
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
    this.delimiter = delimiter;
  }

  /** Moves to the next record that is not an empty line. Returns false if there is none. */
  boolean next() throws IOException {
    characters = 0;
    int found = read();
    while (found == '\n' || found == '\r') found = read();
    if (found == END) return false;
    var values = new ArrayList<String>();
    while (true) {
      value.setLength(0);
      found = found == QUOTE ? quoted() : plain(found);
      values.add(value.toString());
      if (found != delimiter) break;
      found = read();
    }
    record = values;
    return true;
  }

  /** Reads up to the delimiter or the end of the record, and returns what it found there. */
  private int plain(int first) throws IOException {
    int found = first;
    while (found != END && found != '\n' && found != delimiter) {
      if (found != '\r') value.append((char) found);
      found = read();
    }
    return found;
  }

  private int quoted() throws IOException {
    while (true) {
      int found = read();
      if (found == END) throw new IOException("a quoted value has no end");
      if (found == QUOTE) {
        found = read();
        if (found != QUOTE) return plain(found);
      }
      value.append((char) found);
    }
  }

  private int read() throws IOException {
    if (++characters > RECORD_CHARACTERS_MAX) throw new IOException("a record is too long");
    return in.read();
  }

  List<String> record() {
    return record;
  }

  /** Returns about how many bytes the record has. */
  int bytes() {
    return characters;
  }
}
