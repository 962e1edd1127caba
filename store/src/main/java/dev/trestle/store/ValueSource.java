package dev.trestle.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where a value comes from when a pattern is run. */
@FunctionalInterface
interface ValueSource<P> {
  /**
   * Returns the value, or null if it is absent. Not an Optional, because this is called for every
   * value of every request.
   */
  @Nullable AttributeValue of(P parameters, Instant now);
}
