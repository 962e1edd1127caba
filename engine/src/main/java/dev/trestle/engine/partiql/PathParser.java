package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.PathElement;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.regex.Pattern;

/** Parses document paths such as {@code a.b[0]."c"}. */
final class PathParser {
  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  /** No list index has more digits than this. */
  private static final int INDEX_DIGITS = 10;

  private final TokenCursor cursor;

  PathParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  /** Parses a path. The cursor is at its first name. */
  ParsedOperand.Path path() {
    var parts = new ArrayList<PathElement>(4);
    parts.add(name(cursor.take()));
    while (true) {
      if (cursor.accept(".")) {
        if (!cursor.token().isName()) throw StatementErrors.malformed("Invalid path dot component");
        parts.add(name(cursor.take()));
      } else if (cursor.accept("[")) {
        parts.add(inBrackets());
        cursor.expect("]", "Expected RIGHT_BRACKET");
      } else {
        return new ParsedOperand.Path(parts);
      }
    }
  }

  /** Parses the path of an assignment or removal. */
  ParsedOperand.Path target() {
    if (!cursor.token().isName()) throw StatementErrors.malformed(StatementErrors.NO_PATH);
    return path();
  }

  private static PathElement name(Token token) {
    if (token.text().isEmpty()) throw empty();
    return new PathElement.Name(token.text());
  }

  static ValidationException empty() {
    return new ValidationException("Path component cannot be an empty string");
  }

  private PathElement inBrackets() {
    if (cursor.token().type() == Token.Type.STRING) return name(cursor.take());
    boolean negative = false;
    while (cursor.isSymbol("-") || cursor.isSymbol("+")) {
      negative ^= cursor.take().isSymbol("-");
    }
    var token = cursor.take();
    if (token.type() != Token.Type.NUMBER || !DIGITS.matcher(token.text()).matches()) {
      throw StatementErrors.malformed("Expected a list index");
    }
    long index =
        token.text().length() > INDEX_DIGITS ? Long.MAX_VALUE : Long.parseLong(token.text());
    if (index > Integer.MAX_VALUE || (negative && index > 0)) {
      throw StatementErrors.at(
          "List index is not within the allowable range; index: ["
              + (negative ? "-" : "")
              + token.text()
              + "]",
          token.position());
    }
    return new PathElement.Index((int) index);
  }
}
