package dev.trestle.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The request line and the headers, parsed where they were received; a string is made only of what
 * is asked for. Valid until the request is answered. Strict where leniency lets requests be
 * smuggled: no folded lines, no blank before a colon, no control characters, lines end with CR LF.
 */
public final class RequestHead {
  static final int HEADERS_MAX = 128;
  private static final int LINE_END_BYTES = 2;
  private static final int EACH = 4;
  private static final String FORWARDED_PREFIX = "x-forwarded-";

  private final byte[] bytes;
  private final String method;
  private final String target;
  private final boolean isVersion11;
  private final int lineBytes;
  private final int headerBytes;
  private int[] fields = new int[16 * EACH];
  private int count;

  /** Parses the lines from {@code start} to the empty line that ends at {@code end}. */
  RequestHead(byte[] bytes, int start, int end) throws BadRequestException {
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
    this.lineBytes = lineEnd - start;
    this.headerBytes = end - lineEnd - LINE_END_BYTES - LINE_END_BYTES;
    readFields(lineEnd + LINE_END_BYTES, end);
    checkHost();
  }

  int lineBytes() {
    return lineBytes;
  }

  /** The bytes of all headers, with the ends of their lines. */
  int headerBytes() {
    return headerBytes;
  }

  /** Exactly one Host: a proxy and this server could each believe another of two. */
  private void checkHost() throws BadRequestException {
    int field = find("host", 0);
    if (field < 0) {
      if (isVersion11) throw malformed();
      return;
    }
    if (find("host", field + 1) >= 0 || !Hosts.isWellFormed(value(field))) throw malformed();
  }

  /** Whether a line is a header: a name, a colon and a text. */
  static boolean isField(String line) {
    int colon = line.indexOf(':');
    if (colon <= 0) return false;
    for (int i = 0; i < colon; i++) {
      if (line.charAt(i) > 126 || !isTokenByte((byte) line.charAt(i))) return false;
    }
    return isText(line.substring(colon + 1));
  }

  /** Whether a text has no control characters. */
  static boolean isText(String text) {
    return text.chars().allMatch(c -> c == '\t' || (c >= ' ' && c != 127));
  }

  private void readFields(int start, int end) throws BadRequestException {
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

  private void add(int nameStart, int nameEnd, int valueStart, int valueEnd)
      throws BadRequestException {
    if (count == HEADERS_MAX) throw new BadRequestException(RequestError.HEAD_TOO_LARGE);
    if ((count + 1) * EACH > fields.length) fields = Arrays.copyOf(fields, fields.length * 2);
    int at = count++ * EACH;
    fields[at] = nameStart;
    fields[at + 1] = nameEnd;
    fields[at + 2] = valueStart;
    fields[at + 3] = valueEnd;
  }

  public String method() {
    return method;
  }

  /** The path, with the query if there is one. */
  public String target() {
    return target;
  }

  public String path() {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The query as it was sent; empty if there is none. */
  public String query() {
    int query = target.indexOf('?');
    return query < 0 ? "" : target.substring(query + 1);
  }

  /** All headers, in the order and with the spelling they were sent. */
  public List<Header> headers() {
    var headers = new ArrayList<Header>(count);
    for (int i = 0; i < count; i++) headers.add(new Header(name(i), value(i)));
    return headers;
  }

  boolean isVersion11() {
    return isVersion11;
  }

  private String name(int field) {
    return text(fields[field * EACH], fields[field * EACH + 1]);
  }

  String value(int field) {
    return text(fields[field * EACH + 2], fields[field * EACH + 3]);
  }

  /** The first header with this name, in any case. */
  public Optional<String> header(String name) {
    int field = find(name, 0);
    return field < 0 ? Optional.empty() : Optional.of(value(field));
  }

  /** The index of the first header with this name, from an index on; -1 if there is none. */
  int find(String name, int from) {
    for (int field = from; field < count; field++) {
      int start = fields[field * EACH];
      if (fields[field * EACH + 1] - start == name.length() && isAt(start, name)) return field;
    }
    return -1;
  }

  /** Whether a header has an option in its list, which may be in several lines. */
  boolean hasToken(String name, String token) {
    for (int field = find(name, 0); field >= 0; field = find(name, field + 1)) {
      for (var option : value(field).split(",", -1)) {
        if (option.strip().equalsIgnoreCase(token)) return true;
      }
    }
    return false;
  }

  /** Whether a proxy passed the request on, so that it may come from another machine. */
  boolean isForwarded() {
    for (int field = 0; field < count; field++) {
      int start = fields[field * EACH];
      int length = fields[field * EACH + 1] - start;
      if (length >= FORWARDED_PREFIX.length() && isAt(start, FORWARDED_PREFIX)) return true;
    }
    return find("forwarded", 0) >= 0 || find("via", 0) >= 0 || find("x-real-ip", 0) >= 0;
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

  private String target(int start, int end) throws BadRequestException {
    if (end - start == 1 && bytes[start] == '/') return "/";
    for (int i = start; i < end; i++) {
      if (bytes[i] <= ' ' || bytes[i] == 127) throw malformed();
    }
    return text(start, end);
  }

  private boolean version(int start, int end) throws BadRequestException {
    return switch (text(start, end)) {
      case "HTTP/1.1" -> true;
      case "HTTP/1.0" -> false;
      default -> throw malformed();
    };
  }

  private int lineEnd(int start, int end) throws BadRequestException {
    for (int i = start; i < end - 1; i++) {
      if (bytes[i] == '\r') {
        if (bytes[i + 1] != '\n') throw malformed();
        return i;
      }
      if (bytes[i] == '\n') throw malformed();
    }
    throw malformed();
  }

  private int indexOf(byte wanted, int start, int end) throws BadRequestException {
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

  private static BadRequestException malformed() {
    return new BadRequestException(RequestError.MALFORMED);
  }
}
