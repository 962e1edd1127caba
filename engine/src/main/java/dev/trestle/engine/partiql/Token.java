package dev.trestle.engine.partiql;

/**
 * A word of a statement.
 *
 * @param text what it says: a string or quoted name without its quotes, all else as it is written
 */
record Token(Type type, String text, Position position) {
  enum Type {
    /** A name or a keyword: which of them shows where it stands. */
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

  /** Whether it can name something: a keyword cannot, unless it is quoted. */
  boolean isName() {
    return type == Type.QUOTED_NAME || (type == Type.WORD && !Keywords.contains(text));
  }
}
