package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * A request line and headers, found in the bytes they came in. Strings are made only of what is
 * asked for. Strict where leniency is how requests are smuggled: no folded lines, no blank before a
 * colon, no control characters, lines end with CR LF.
 */
final class Head {
  static final int HEADERS_MAX = 128;
  private static final int EACH = 4;

  private final byte[] bytes;
  private final String method;
  private final String target;
  private final boolean isVersion11;
  private int[] fields = new int[16 * EACH];
  private int count;

  /** Reads lines of {@code bytes} from {@code start} to the empty line that ends at {@code end}. */
  Head(byte[] bytes, int start, int end) throws FaultyRequest {
    this.bytes = bytes;
    int lineEnd = lineEnd(start, end);
    int afterMethod = indexOf((byte) ' ', start, lineEnd);
    int afterTarget = indexOf((byte) ' ', afterMethod + 1, lineEnd);
    for (int i = start; i < afterMethod; i++) {
      if (!isTokenByte(bytes[i])) throw malformed();
    }
    if (afterMethod == start || afterTarget == afterMethod + 1) throw malformed();
    this.method = method(start, afterMethod);
    this.target = target(afterMethod + 1, afterTarget);
    this.isVersion11 = version(afterTarget + 1, lineEnd);
    readFields(lineEnd + 2, end);
  }

  private void readFields(int start, int end) throws FaultyRequest {
    int at = start;
    while (true) {
      int lineEnd = lineEnd(at, end);
      if (lineEnd == at) return;
      int colon = indexOf((byte) ':', at, lineEnd);
      if (colon == at) throw malformed();
      for (int i = at; i < colon; i++) {
        if (!isTokenByte(bytes[i])) throw malformed();
      }
      int from = colon + 1;
      int to = lineEnd;
      while (from < to && isBlank(bytes[from])) from++;
      while (to > from && isBlank(bytes[to - 1])) to--;
      for (int i = from; i < to; i++) {
        if ((bytes[i] >= 0 && bytes[i] < ' ' && bytes[i] != '\t') || bytes[i] == 127) {
          throw malformed();
        }
      }
      add(at, colon, from, to);
      at = lineEnd + 2;
    }
  }

  private void add(int nameStart, int nameEnd, int valueStart, int valueEnd) throws FaultyRequest {
    if (count == HEADERS_MAX) throw new FaultyRequest(Fault.HEAD_TOO_LARGE);
    if ((count + 1) * EACH > fields.length) fields = Arrays.copyOf(fields, fields.length * 2);
    int at = count++ * EACH;
    fields[at] = nameStart;
    fields[at + 1] = nameEnd;
    fields[at + 2] = valueStart;
    fields[at + 3] = valueEnd;
  }

  String method() {
    return method;
  }

  String target() {
    return target;
  }

  String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  boolean isVersion11() {
    return isVersion11;
  }

  int count() {
    return count;
  }

  String name(int field) {
    return text(fields[field * EACH], fields[field * EACH + 1]);
  }

  String value(int field) {
    return text(fields[field * EACH + 2], fields[field * EACH + 3]);
  }

  /** The first header of this name, whatever its case. */
  Optional<String> value(String name) {
    int field = find(name, 0);
    return field < 0 ? Optional.empty() : Optional.of(value(field));
  }

  /** The next header of this name from one on, or -1. */
  int find(String name, int from) {
    for (int field = from; field < count; field++) {
      int start = fields[field * EACH];
      if (fields[field * EACH + 1] - start == name.length() && isAt(start, name)) return field;
    }
    return -1;
  }

  private boolean isAt(int start, String name) {
    for (int i = 0; i < name.length(); i++) {
      if (lower(bytes[start + i]) != lower((byte) name.charAt(i))) return false;
    }
    return true;
  }

  private static int lower(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? letter + 32 : letter;
  }

  private String text(int start, int end) {
    return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
  }

  private String method(int start, int end) {
    boolean isPost = end - start == 4 && bytes[start] == 'P' && bytes[start + 1] == 'O';
    return isPost && bytes[start + 2] == 'S' && bytes[start + 3] == 'T' ? "POST" : text(start, end);
  }

  private String target(int start, int end) throws FaultyRequest {
    if (end - start == 1 && bytes[start] == '/') return "/";
    for (int i = start; i < end; i++) {
      if (bytes[i] <= ' ' || bytes[i] == 127) throw malformed();
    }
    return text(start, end);
  }

  private boolean version(int start, int end) throws FaultyRequest {
    return switch (text(start, end)) {
      case "HTTP/1.1" -> true;
      case "HTTP/1.0" -> false;
      default -> throw malformed();
    };
  }

  private int lineEnd(int start, int end) throws FaultyRequest {
    for (int i = start; i < end - 1; i++) {
      if (bytes[i] == '\r') {
        if (bytes[i + 1] != '\n') throw malformed();
        return i;
      }
      if (bytes[i] == '\n') throw malformed();
    }
    throw malformed();
  }

  private int indexOf(byte wanted, int start, int end) throws FaultyRequest {
    for (int i = start; i < end; i++) {
      if (bytes[i] == wanted) return i;
    }
    throw malformed();
  }

  private static boolean isBlank(byte letter) {
    return letter == ' ' || letter == '\t';
  }

  private static boolean isTokenByte(byte letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || "!#$%&'*+-.^_`|~".indexOf(letter) >= 0;
  }

  private static FaultyRequest malformed() {
    return new FaultyRequest(Fault.MALFORMED);
  }
}
