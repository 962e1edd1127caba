package dev.trestle.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where a value comes from when a pattern is run. */
@FunctionalInterface
interface ValueSource<P> {
  /** The value, or null where it is absent: no Optional, since every call comes by here. */
  @Nullable AttributeValue of(P parameters, Instant now);
}
