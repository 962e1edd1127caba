package dev.trestle.engine.partiql;

/** A position in a statement as in DynamoDB's messages, counted from 1. */
record TextPosition(int line, int column, int length) {
  @Override
  public String toString() {
    return line + ":" + column + ":" + length;
  }
}
