package dev.trestle.engine.partiql;

import java.util.ArrayList;
import java.util.List;

/** Splits a statement into tokens and skips comments and white space. */
final class Lexer {
  private static final List<String> LONG_SYMBOLS = List.of("<<", ">>", "<=", ">=", "<>", "!=");
  private static final String SYMBOLS = "()[]{},.:;*=<>+-";

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;
  private int line = 1;
  private int lineStart;

  private Lexer(String text) {
    this.text = text;
  }

  /** Returns all tokens, followed by an END. */
  static List<Token> tokens(String text) {
    var lexer = new Lexer(text);
    for (lexer.skip(); lexer.at < text.length(); lexer.skip()) lexer.read();
    lexer.add(Token.Type.END, "", lexer.at);
    return lexer.tokens;
  }

  private void add(Token.Type type, String content, int end) {
    tokens.add(new Token(type, content, new TextPosition(line, at - lineStart + 1, end - at)));
    newLines(at, end);
    at = end;
  }

  /** Counts the lines that end within a string, a quoted name or a comment. */
  private void newLines(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) != '\n') continue;
      line++;
      lineStart = i + 1;
    }
  }

  private void skip() {
    while (at < text.length()) {
      int end = at;
      if (Character.isWhitespace(text.charAt(at))) {
        end++;
      } else if (text.startsWith("--", at)) {
        end = text.indexOf('\n', at);
        if (end < 0) end = text.length();
      } else if (text.startsWith("/*", at)) {
        end = text.indexOf("*/", at + 2) + 2;
        if (end < 2) throw StatementErrors.malformed("");
      } else {
        return;
      }
      newLines(at, end);
      at = end;
    }
  }

  private void read() {
    char first = text.charAt(at);
    if (isWordStart(first)) {
      int end = at + 1;
      while (end < text.length() && isWordPart(text.charAt(end))) end++;
      add(Token.Type.WORD, text.substring(at, end), end);
    } else if (isDigit(first) || (first == '.' && isDigit(peek(1)))) {
      int end = endOfNumber();
      add(Token.Type.NUMBER, text.substring(at, end), end);
    } else if (first == '\'') {
      quoted(Token.Type.STRING, first);
    } else if (first == '"') {
      quoted(Token.Type.QUOTED_NAME, first);
    } else if (first == '?') {
      add(Token.Type.PARAMETER, "?", at + 1);
    } else {
      symbol(first);
    }
  }

  private void symbol(char first) {
    for (var symbol : LONG_SYMBOLS) {
      if (!text.startsWith(symbol, at)) continue;
      add(Token.Type.SYMBOL, symbol, at + 2);
      return;
    }
    if (SYMBOLS.indexOf(first) < 0) throw StatementErrors.malformed("");
    add(Token.Type.SYMBOL, String.valueOf(first), at + 1);
  }

  /** Reads a string or a quoted name. A doubled quote stands for the quote itself. */
  private void quoted(Token.Type type, char quote) {
    var content = new StringBuilder();
    for (int end = at + 1; end < text.length(); end++) {
      char c = text.charAt(end);
      if (c != quote) {
        content.append(c);
      } else if (end + 1 < text.length() && text.charAt(end + 1) == quote) {
        content.append(quote);
        end++;
      } else {
        add(type, content.toString(), end + 1);
        return;
      }
    }
    throw StatementErrors.malformed("");
  }

  private int endOfNumber() {
    int end = endOfDigits(at);
    if (end < text.length() && text.charAt(end) == '.') end = endOfDigits(end + 1);
    if (end < text.length() && (text.charAt(end) == 'e' || text.charAt(end) == 'E')) {
      int digits = end + 1;
      if (digits < text.length() && "+-".indexOf(text.charAt(digits)) >= 0) digits++;
      int exponentEnd = endOfDigits(digits);
      if (exponentEnd == digits) throw StatementErrors.malformed("");
      end = exponentEnd;
    }
    if (end < text.length() && isWordStart(text.charAt(end))) throw StatementErrors.malformed("");
    return end;
  }

  private int endOfDigits(int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) end++;
    return end;
  }

  private char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : ' ';
  }

  private static boolean isWordStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
  }

  private static boolean isWordPart(char c) {
    return isWordStart(c) || isDigit(c);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
