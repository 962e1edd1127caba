package dev.trestle.dynamodb.wire;

/** A member that a structure of the protocol may have, and how its value is read. */
record Member<T>(String name, Reader<T> reader) {
  static Member<String> string(String name) {
    return new Member<>(name, Scalars::string);
  }

  static Member<Boolean> bool(String name) {
    return new Member<>(name, Scalars::bool);
  }

  static Member<Integer> integer(String name) {
    return new Member<>(name, Scalars::integer);
  }

  static Member<Long> number(String name) {
    return new Member<>(name, Scalars::number);
  }
}
