package dev.trestle.engine.expression;

import java.util.Arrays;

/**
 * The tokens of an expression. A character that no expression can contain is a token of its own,
 * because DynamoDB's messages quote it like that.
 */
final class Tokens {
  /** The type of a token. A {@code SYMBOL} is a bracket, a comma, a dot or an operator. */
  enum Type {
    NAME,
    NAME_REFERENCE,
    VALUE_REFERENCE,
    INTEGER,
    SYMBOL,
    UNKNOWN,
    END
  }

  private final String source;
  private Type[] types = new Type[16];
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int count;

  private Tokens(String source) {
    this.source = source;
  }

  static Tokens of(String source) {
    var tokens = new Tokens(source);
    int at = 0;
    while (at < source.length()) {
      at = isSpace(source.charAt(at)) ? at + 1 : tokens.read(at);
    }
    tokens.add(Type.END, at, at);
    return tokens;
  }

  Type type(int token) {
    return types[token];
  }

  String text(int token) {
    return source.substring(starts[token], ends[token]);
  }

  boolean is(int token, String symbol) {
    return types[token] == Type.SYMBOL
        && ends[token] - starts[token] == symbol.length()
        && source.startsWith(symbol, starts[token]);
  }

  /** Returns whether the token is this word, ignoring case. */
  boolean isWord(int token, String word) {
    return types[token] == Type.NAME
        && ends[token] - starts[token] == word.length()
        && source.regionMatches(true, starts[token], word, 0, word.length());
  }

  /** Returns DynamoDB's text for an unexpected token. */
  String syntaxError(int token) {
    var quoted = types[token] == Type.END ? "<EOF>" : text(token);
    int from = starts[Math.max(0, token - 1)];
    int last = types[token] == Type.END ? token - 1 : token;
    if (types[token] != Type.END && types[token + 1] != Type.END) last = token + 1;
    var near = last < 0 ? "" : source.substring(from, ends[last]);
    return "Syntax error; token: \"" + quoted + "\", near: \"" + near + "\"";
  }

  private int read(int at) {
    char first = source.charAt(at);
    int end = at + 1;
    var type = Type.UNKNOWN;
    if (isLetter(first)) {
      type = Type.NAME;
      end = endOfWord(end);
    } else if (isDigit(first)) {
      type = Type.INTEGER;
      while (end < source.length() && isDigit(source.charAt(end))) end++;
    } else if (first == '#' || first == ':') {
      end = endOfWord(end);
      if (end > at + 1) type = first == '#' ? Type.NAME_REFERENCE : Type.VALUE_REFERENCE;
    } else if ("()[],.=+-".indexOf(first) >= 0) {
      type = Type.SYMBOL;
    } else if (first == '<' || first == '>') {
      type = Type.SYMBOL;
      char second = end < source.length() ? source.charAt(end) : ' ';
      if (second == '=' || (first == '<' && second == '>')) end++;
    } else {
      end = at + Character.charCount(source.codePointAt(at));
    }
    add(type, at, end);
    return end;
  }

  private int endOfWord(int at) {
    int end = at;
    while (end < source.length() && isWordPart(source.charAt(end))) end++;
    return end;
  }

  private void add(Type type, int start, int end) {
    if (count == types.length) {
      types = Arrays.copyOf(types, count * 2);
      starts = Arrays.copyOf(starts, count * 2);
      ends = Arrays.copyOf(ends, count * 2);
    }
    types[count] = type;
    starts[count] = start;
    ends[count++] = end;
  }

  /** Returns whether a name or placeholder may contain this character after the first one. */
  static boolean isWordPart(int c) {
    return isLetter(c) || isDigit(c) || c == '_';
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
  }
}
