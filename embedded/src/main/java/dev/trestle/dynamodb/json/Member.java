package dev.trestle.dynamodb.json;

import java.time.Instant;

/** A member of a structure in DynamoDB's service model, and how its value is read. */
public record Member<T>(String name, JsonReader<T> reader) {
  public static Member<String> string(String name) {
    return new Member<>(name, JsonScalars::string);
  }

  public static Member<Boolean> bool(String name) {
    return new Member<>(name, JsonScalars::bool);
  }

  public static Member<Integer> integer(String name) {
    return new Member<>(name, JsonScalars::integer);
  }

  public static Member<Instant> time(String name) {
    return new Member<>(name, JsonScalars::time);
  }

  public static Member<Long> number(String name) {
    return new Member<>(name, JsonScalars::number);
  }
}
