package dev.trestle.dynamodb.http;

import java.time.Instant;

/** A member of a structure in DynamoDB's service model, and how its value is read. */
record Member<T>(String name, JsonReader<T> reader) {
  static Member<String> string(String name) {
    return new Member<>(name, JsonScalars::string);
  }

  static Member<Boolean> bool(String name) {
    return new Member<>(name, JsonScalars::bool);
  }

  static Member<Integer> integer(String name) {
    return new Member<>(name, JsonScalars::integer);
  }

  static Member<Instant> time(String name) {
    return new Member<>(name, JsonScalars::time);
  }

  static Member<Long> number(String name) {
    return new Member<>(name, JsonScalars::number);
  }
}
