package dev.trestle.engine.operation;

import org.jspecify.annotations.Nullable;

/** What ReturnConsumedCapacity asks for. */
final class Capacity {
  private Capacity() {}

  static boolean isAsked(@Nullable String returnConsumedCapacity) {
    return "TOTAL".equals(returnConsumedCapacity) || isDetailed(returnConsumedCapacity);
  }

  static boolean isDetailed(@Nullable String returnConsumedCapacity) {
    return "INDEXES".equals(returnConsumedCapacity);
  }
}
