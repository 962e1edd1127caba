package dev.trestle.engine.partiql;

/** Where something stands in a statement, as DynamoDB's messages tell it: counted from 1. */
record Position(int line, int column, int length) {
  @Override
  public String toString() {
    return line + ":" + column + ":" + length;
  }
}
