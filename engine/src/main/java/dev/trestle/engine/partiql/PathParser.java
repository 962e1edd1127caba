package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Operand;
import dev.trestle.engine.expression.Part;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.regex.Pattern;

/** Reads document paths: {@code a.b[0]."c"}. */
final class PathParser {
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** More digits than any list index has. */
  private static final int INDEX_DIGITS = 10;

  private final Cursor cursor;

  PathParser(Cursor cursor) {
    this.cursor = cursor;
  }

  /** A path at whose name the cursor stands. */
  Operand.Path path() {
    var parts = new ArrayList<Part>(4);
    parts.add(name(cursor.take()));
    while (true) {
      if (cursor.accept(".")) {
        if (!cursor.token().isName()) throw Faults.malformed("Invalid path dot component");
        parts.add(name(cursor.take()));
      } else if (cursor.accept("[")) {
        parts.add(inBrackets());
        cursor.expect("]", "Expected RIGHT_BRACKET");
      } else {
        return new Operand.Path(parts);
      }
    }
  }

  /** A path that is written to, or nothing but a name. */
  Operand.Path target() {
    if (!cursor.token().isName()) throw Faults.malformed(Faults.NO_PATH);
    return path();
  }

  private static Part name(Token token) {
    if (token.text().isEmpty()) throw empty();
    return new Part.Name(token.text());
  }

  static ValidationException empty() {
    return new ValidationException("Path component cannot be an empty string");
  }

  private Part inBrackets() {
    if (cursor.token().type() == Token.Type.STRING) return name(cursor.take());
    boolean negative = false;
    while (cursor.isSymbol("-") || cursor.isSymbol("+")) {
      negative ^= cursor.take().isSymbol("-");
    }
    var token = cursor.take();
    if (token.type() != Token.Type.NUMBER || !DIGITS.matcher(token.text()).matches()) {
      throw Faults.malformed("Expected a list index");
    }
    long index =
        token.text().length() > INDEX_DIGITS ? Long.MAX_VALUE : Long.parseLong(token.text());
    if (index > Integer.MAX_VALUE || (negative && index > 0)) {
      throw Faults.at(
          "List index is not within the allowable range; index: ["
              + (negative ? "-" : "")
              + token.text()
              + "]",
          token.position());
    }
    return new Part.Index((int) index);
  }
}
