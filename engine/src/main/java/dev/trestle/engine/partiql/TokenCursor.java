package dev.trestle.engine.partiql;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.List;

/** The position in the tokens of a statement, shared by its parsers. */
final class TokenCursor {
  /**
   * The maximum nesting of parentheses, negations and calls. The parsers are recursive, so this
   * bounds their stack.
   */
  static final int NESTING_LEVELS = 100;

  private final List<Token> tokens;
  private int at;
  private int nesting;

  TokenCursor(List<Token> tokens) {
    this.tokens = tokens;
  }

  Token token() {
    return tokens.get(at);
  }

  /** Returns the token after the current one, or the last one. */
  Token following() {
    return tokens.get(Math.min(at + 1, tokens.size() - 1));
  }

  /** Returns the current token and steps over it. */
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
    if (!accept(symbol)) throw StatementErrors.malformed(otherwise);
  }

  void expectWord(String word, String otherwise) {
    if (!acceptWord(word)) throw StatementErrors.malformed(otherwise);
  }

  /** Enters a nesting level. Each call is followed by one {@link #leave}. */
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
