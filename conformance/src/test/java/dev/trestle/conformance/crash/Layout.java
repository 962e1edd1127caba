package dev.trestle.conformance.crash;

import dev.trestle.testing.reference.ReferenceValues;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.TableShape.Index;
import dev.trestle.testing.reference.TableShape.KeyAttribute;
import dev.trestle.testing.reference.TableShape.Projection;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The table under load and the names of its items. */
final class Layout {
  private static final KeyAttribute ID = new KeyAttribute("id", ScalarAttributeType.S);
  private static final KeyAttribute GROUP = new KeyAttribute("g", ScalarAttributeType.S);
  static final KeyAttribute NUMBER = new KeyAttribute("v", ScalarAttributeType.N);

  static final TableShape LOADED =
      new TableShape(
          "loaded",
          List.of(ID),
          List.of(
              new Index("by-group", false, List.of(GROUP), List.of(NUMBER), new Projection.All())),
          true);

  /** Built while writes continue, over several rounds. */
  static final Index LATE =
      new Index("late", false, List.of(NUMBER), List.of(), new Projection.KeysOnly());

  /** The attribute with the expiry time of an item in {@link #LOADED}, in seconds. */
  static final String EXPIRY = "e";

  static final int ACCOUNTS = 8;
  static final int BALANCE_AT_FIRST = 1000;
  static final int COUNTERS = 3;
  static final int ITEMS_AT_ONCE = 20;

  private Layout() {}

  static Map<String, AttributeValue> key(String id) {
    return Map.of("id", ReferenceValues.text(id));
  }

  static String account(int number) {
    return "account-" + number;
  }

  static String counter(int number) {
    return "counter-" + number;
  }

  /** Returns the id of an item that one writer writes together with others. */
  static String atOnce(String writer, int item) {
    return writer + "-" + item;
  }

  /** Returns whether the n-th write of an item is a deletion. One in eight is. */
  static boolean isDeletion(int write) {
    return write % 8 == 7;
  }
}
