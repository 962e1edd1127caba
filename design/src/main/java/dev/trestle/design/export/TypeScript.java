package dev.trestle.design.export;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.Collection;
import java.util.stream.Collectors;

/** Builds an indented TypeScript program. */
final class TypeScript {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another library.
  TypeScript line(String format, Object... values) {
    text.repeat("  ", depth).append(format.formatted(values)).append('\n');
    return this;
  }

  TypeScript line(String line) {
    text.repeat("  ", depth).append(line).append('\n');
    return this;
  }

  TypeScript open(String format, Object... values) {
    line(format, values);
    depth++;
    return this;
  }

  TypeScript close(String line) {
    depth--;
    return line(line);
  }

  TypeScript blank() {
    text.append('\n');
    return this;
  }

  String print() {
    return text.toString();
  }

  /** Returns a string literal. JSON strings are valid TypeScript literals. */
  static String quoted(String value) {
    return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + '"';
  }

  static String texts(Collection<String> values) {
    return values.stream().map(TypeScript::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  static String number(double value) {
    boolean whole = value == Math.rint(value);
    return whole ? Long.toString(Math.round(value)) : Double.toString(value);
  }
}
