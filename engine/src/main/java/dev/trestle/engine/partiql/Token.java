package dev.trestle.engine.partiql;

/**
 * A token of a statement.
 *
 * @param text the content of a string or quoted name without its quotes; otherwise as written
 */
record Token(Type type, String text, TextPosition position) {
  enum Type {
    /** A name or a keyword, depending on its position. */
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    PARAMETER,
    SYMBOL,
    END
  }

  boolean isSymbol(String symbol) {
    return type == Type.SYMBOL && text.equals(symbol);
  }

  boolean isWord(String word) {
    return type == Type.WORD && text.equalsIgnoreCase(word);
  }

  /** Returns whether the token can be a name. A keyword can only be one if it is quoted. */
  boolean isName() {
    return type == Type.QUOTED_NAME || (type == Type.WORD && !Keywords.contains(text));
  }
}
