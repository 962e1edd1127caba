package dev.trestle.dynamodb.json;

import dev.trestle.item.Fields;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes items in DynamoDB's JSON, from their encoded form to bytes with no strings between. Most
 * bytes of a response are items, and a general generator takes several times as long for them.
 */
final class ItemJsonWriter {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final long EACH_BYTE = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final int FIRST_PRINTABLE = ' ';
  private static final byte[] HEX = ascii("0123456789ABCDEF");
  private static final byte[] NULL = ascii("{\"NULL\":true}");
  private static final byte[] TRUE = ascii("{\"BOOL\":true}");
  private static final byte[] FALSE = ascii("{\"BOOL\":false}");

  private final ResponseBytes out;

  ItemJsonWriter(ResponseBytes out) {
    this.out = out;
  }

  void write(Fields fields) {
    out.write('{');
    for (boolean isFirst = true; fields.next(); isFirst = false) {
      if (!isFirst) out.write(',');
      out.write('"');
      int start = out.length();
      out.setLength(fields.copyName(out.makeRoom(fields.nameLength()), start));
      endText(start);
      out.write(':');
      write(fields.value());
    }
    out.write('}');
  }

  private void write(Value value) {
    var type = value.type();
    switch (type) {
      case NULL -> write(NULL);
      case BOOL -> write(value.bool() ? TRUE : FALSE);
      case S, N, B -> {
        writeStart(type);
        writeContent(value);
        out.write('}');
      }
      case SS, NS, BS, L -> {
        writeStart(type);
        writeElements(value);
        out.write('}');
      }
      case M -> {
        writeStart(type);
        write(value.fields());
        out.write('}');
      }
    }
  }

  private void writeStart(Type type) {
    out.write('{');
    out.write('"');
    var name = type.name();
    for (int i = 0; i < name.length(); i++) out.write(name.charAt(i));
    out.write('"');
    out.write(':');
  }

  private void writeElements(Value list) {
    out.write('[');
    boolean isFirst = true;
    for (var element : list.elements()) {
      if (!isFirst) out.write(',');
      isFirst = false;
      if (list.type() == Type.L) write(element);
      else writeContent(element);
    }
    out.write(']');
  }

  private void writeContent(Value value) {
    out.write('"');
    switch (value.type()) {
      case S -> {
        int start = out.length();
        out.setLength(value.copyContent(out.makeRoom(value.contentLength()), start));
        endText(start);
      }
      case N -> {
        write(ascii(value.numberText()));
        out.write('"');
      }
      case B -> {
        write(Base64.getEncoder().encode(value.content()));
        out.write('"');
      }
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("not a scalar");
    }
  }

  private void write(byte[] text) {
    out.write(text, 0, text.length);
  }

  /** Ends the text that starts here: escapes what JSON does not allow in it, and closes it. */
  private void endText(int start) {
    int at = firstEscaped(out.makeRoom(0), start, out.length());
    if (at < out.length()) {
      var rest = Arrays.copyOfRange(out.makeRoom(0), at, out.length());
      out.setLength(at);
      for (byte each : rest) {
        if (isEscaped(each)) writeEscaped(each);
        else out.write(each);
      }
    }
    out.write('"');
  }

  /** The first byte that has to be escaped, or the end. Looks at eight bytes at a time. */
  private static int firstEscaped(byte[] bytes, int start, int end) {
    int at = start;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      long eight = (long) LONGS.get(bytes, at);
      long quotes = eight ^ ('"' * EACH_BYTE);
      long backslashes = eight ^ ('\\' * EACH_BYTE);
      // Each term has a high bit set if a byte is below a limit: a blank, or one for zero bytes.
      long found =
          ((eight - FIRST_PRINTABLE * EACH_BYTE) & ~eight)
              | ((quotes - EACH_BYTE) & ~quotes)
              | ((backslashes - EACH_BYTE) & ~backslashes);
      if ((found & HIGH_BITS) != 0) break;
    }
    while (at < end && !isEscaped(bytes[at])) at++;
    return at;
  }

  private static boolean isEscaped(byte each) {
    return (each >= 0 && each < FIRST_PRINTABLE) || each == '"' || each == '\\';
  }

  private void writeEscaped(byte each) {
    out.write('\\');
    switch (each) {
      case '"', '\\' -> out.write(each);
      case '\b' -> out.write('b');
      case '\t' -> out.write('t');
      case '\n' -> out.write('n');
      case '\f' -> out.write('f');
      case '\r' -> out.write('r');
      default -> {
        write(ascii("u00"));
        out.write(HEX[each >> 4]);
        out.write(HEX[each & 0xF]);
      }
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
