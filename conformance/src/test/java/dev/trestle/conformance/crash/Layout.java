package dev.trestle.conformance.crash;

import dev.trestle.testing.reference.Shape;
import dev.trestle.testing.reference.Shape.Index;
import dev.trestle.testing.reference.Shape.KeyAttribute;
import dev.trestle.testing.reference.Shape.Projection;
import dev.trestle.testing.reference.Values;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The table that is under load, and what its items are called. */
final class Layout {
  private static final KeyAttribute ID = new KeyAttribute("id", ScalarAttributeType.S);
  private static final KeyAttribute GROUP = new KeyAttribute("g", ScalarAttributeType.S);
  static final KeyAttribute NUMBER = new KeyAttribute("v", ScalarAttributeType.N);

  static final Shape LOADED =
      new Shape(
          "loaded",
          List.of(ID),
          List.of(
              new Index("by-group", false, List.of(GROUP), List.of(NUMBER), new Projection.All())),
          true);

  /** Built while writes go on, from round to round. */
  static final Index LATE =
      new Index("late", false, List.of(NUMBER), List.of(), new Projection.KeysOnly());

  /** When an item of {@link #LOADED} expires, in seconds. */
  static final String EXPIRY = "e";

  static final int ACCOUNTS = 8;
  static final int BALANCE_AT_FIRST = 1000;
  static final int COUNTERS = 3;
  static final int ITEMS_AT_ONCE = 20;

  private Layout() {}

  static Map<String, AttributeValue> key(String id) {
    return Map.of("id", Values.text(id));
  }

  static String account(int number) {
    return "account-" + number;
  }

  static String counter(int number) {
    return "counter-" + number;
  }

  /** An item of those that one writer writes all at once. */
  static String atOnce(String writer, int item) {
    return writer + "-" + item;
  }

  /** What a plain writer leaves behind with its n-th write of an item; an eighth are deletions. */
  static boolean isDeletion(int write) {
    return write % 8 == 7;
  }
}
