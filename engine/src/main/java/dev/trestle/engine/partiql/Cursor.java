package dev.trestle.engine.partiql;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.List;

/** The place in a statement that its parsers have come to; they share one. */
final class Cursor {
  /**
   * How deep parentheses, negations and calls may stand in one another. The parsers call themselves
   * once for each level, so this is what bounds the stack they need.
   */
  static final int NESTING_LEVELS = 100;

  private final List<Token> tokens;
  private int at;
  private int nesting;

  Cursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token token() {
    return tokens.get(at);
  }

  /** The token behind the present one; the last one is behind itself. */
  Token following() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  /** The present token, which is stepped over. */
  Token take() {
    var token = token();
    if (token.type() != Token.Type.END) at++;
    return token;
  }

  boolean isSymbol(String symbol) {
    return token().isSymbol(symbol);
  }

  boolean isWord(String word) {
    return token().isWord(word);
  }

  boolean isEnd() {
    return token().type() == Token.Type.END;
  }

  boolean accept(String symbol) {
    if (!isSymbol(symbol)) return false;
    at++;
    return true;
  }

  boolean acceptWord(String word) {
    if (!isWord(word)) return false;
    at++;
    return true;
  }

  void expect(String symbol, String otherwise) {
    if (!accept(symbol)) throw Faults.malformed(otherwise);
  }

  void expectWord(String word, String otherwise) {
    if (!acceptWord(word)) throw Faults.malformed(otherwise);
  }

  /** Goes down a level; {@link #leave} comes back. */
  void enter() {
    if (++nesting > NESTING_LEVELS) {
      throw new ValidationException(
          "The statement is nested too deeply; levels: more than " + NESTING_LEVELS);
    }
  }

  void leave() {
    nesting--;
  }
}
