package dev.trestle.engine.partiql;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;

/** Parses the literal values in a statement. */
final class LiteralParser {
  /** How deep lists and maps may be nested around a value. */
  static final int LEVELS = Limits.NESTING_LEVELS - 1;

  private static final String ROOT = "root";

  private final TokenCursor cursor;

  LiteralParser(TokenCursor cursor) {
    this.cursor = cursor;
  }

  /** Returns whether a value may begin here. A sign may still belong to something else. */
  boolean isNext() {
    var token = cursor.token();
    return switch (token.type()) {
      case STRING, NUMBER -> true;
      case SYMBOL -> isOpening(token) || isSign(token);
      case WORD ->
          token.isWord("TRUE")
              || token.isWord("FALSE")
              || token.isWord("NULL")
              || token.isWord("MISSING");
      case QUOTED_NAME, PARAMETER, END -> false;
    };
  }

  private static boolean isOpening(Token token) {
    return token.isSymbol("[") || token.isSymbol("{") || token.isSymbol("<<");
  }

  private static boolean isSign(Token token) {
    return token.isSymbol("-") || token.isSymbol("+");
  }

  Value value() {
    return value(ROOT, 0);
  }

  /**
   * Parses a value inside lists and maps.
   *
   * @param path its position in the outermost value, for error messages
   * @param depth how many lists and maps contain it
   */
  private Value value(String path, int depth) {
    if (depth > LEVELS) {
      throw new ValidationException("Nesting Levels have exceeded supported limits under " + path);
    }
    var token = cursor.token();
    return switch (token.type()) {
      case STRING -> Value.string(cursor.take().text());
      case NUMBER -> number(path);
      case SYMBOL -> {
        if (cursor.accept("[")) yield list(path, depth);
        if (cursor.accept("{")) yield map(path, depth);
        if (cursor.accept("<<")) yield set(path);
        if (isSign(token)) yield number(path);
        throw StatementErrors.malformed(StatementErrors.NO_TERM);
      }
      case WORD -> word(path);
      case PARAMETER -> throw unsupported("Parameter", path, token);
      case QUOTED_NAME -> throw unsupported(token.text(), path, token);
      case END -> throw StatementErrors.malformed(StatementErrors.NO_TERM);
    };
  }

  private Value word(String path) {
    var token = cursor.token();
    if (cursor.acceptWord("TRUE")) return Value.bool(true);
    if (cursor.acceptWord("FALSE")) return Value.bool(false);
    if (cursor.acceptWord("NULL")) return Value.nul();
    throw unsupported(token.text(), path, token);
  }

  private static ValidationException unsupported(String what, String path, Token token) {
    return StatementErrors.at(
        "Unsupported data type: " + what + " under key " + path, token.position());
  }

  private Value number(String path) {
    boolean negative = false;
    while (isSign(cursor.token())) negative ^= cursor.take().isSymbol("-");
    if (cursor.token().type() != Token.Type.NUMBER)
      throw StatementErrors.malformed(StatementErrors.NO_TERM);
    var text = (negative ? "-" : "") + cursor.take().text();
    if (!isReadable(text)) throw StatementErrors.malformed("");
    try {
      return Value.number(text);
    } catch (InvalidValueException e) {
      throw new ValidationException(e.getMessage() + " under " + path);
    }
  }

  /** Returns whether exponent and scale fit into 32 bits. DynamoDB rejects other numbers. */
  private static boolean isReadable(String text) {
    try {
      int exponent = text.toLowerCase(Locale.ROOT).indexOf('e');
      if (exponent >= 0) Integer.parseInt(text.substring(exponent + 1));
      var unused = new BigDecimal(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private Value list(String path, int depth) {
    var elements = new ArrayList<Value>();
    if (!cursor.accept("]")) {
      do {
        elements.add(value(path + "[" + elements.size() + "]", depth + 1));
      } while (cursor.accept(","));
      cursor.expect("]", "Expected RIGHT_BRACKET");
    }
    return Value.container(Type.L, elements);
  }

  private Value map(String path, int depth) {
    var fields = new LinkedHashMap<String, Value>();
    if (!cursor.accept("}")) {
      do {
        var name = name();
        if (fields.put(name, value(path + "." + name, depth + 1)) != null) throw twice(name);
      } while (cursor.accept(","));
      cursor.expect("}", "Expected RIGHT_CURLY");
    }
    var writer = new ItemWriter().start(Type.M);
    fields.forEach((name, value) -> writer.name(name).value(value));
    return writer.end().finishValue();
  }

  /** Parses the name of a field and the colon after it. */
  String name() {
    var name = cursor.take();
    if (name.type() != Token.Type.STRING) {
      throw StatementErrors.malformed("Expected a string as the name of an attribute");
    }
    if (name.text().isEmpty()) throw new ValidationException("Empty attribute name");
    cursor.expect(":", "Expected COLON");
    return name.text();
  }

  static ValidationException twice(String name) {
    return new ValidationException("The name " + name + " is given twice");
  }

  private Value set(String path) {
    if (cursor.accept(">>")) throw new ValidationException("Empty bags are not supported");
    var members = new ArrayList<Value>();
    var texts = new ArrayList<String>();
    do {
      texts.add(cursor.token().text());
      members.add(member(path));
    } while (cursor.accept(","));
    cursor.expect(">>", "Expected RIGHT_DOUBLE_ANGLE_BRACKET");
    boolean numbers = members.getFirst().type() == Type.N;
    if (members.stream().anyMatch(member -> (member.type() == Type.N) != numbers)) {
      throw mixedBag();
    }
    distinct(members, texts, numbers, path);
    return Value.container(numbers ? Type.NS : Type.SS, members);
  }

  private Value member(String path) {
    var type = cursor.token().type();
    if (type == Token.Type.STRING) return Value.string(cursor.take().text());
    if (type == Token.Type.NUMBER || isSign(cursor.token())) return number(path);
    throw mixedBag();
  }

  private static ValidationException mixedBag() {
    return new ValidationException(
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags");
  }

  private static void distinct(
      List<Value> members, List<String> texts, boolean numbers, String path) {
    if (new HashSet<>(members).size() == members.size()) return;
    throw new ValidationException(
        "One or more parameter values were invalid: Input collection "
            + texts
            + (numbers ? " contains duplicates! under " + path : " contains duplicates."));
  }
}
