package dev.trestle.store;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where a page begins, as a cursor holds it. */
sealed interface PagePosition {
  /** Behind the item of this key. */
  record After(Map<String, AttributeValue> key) implements PagePosition {}

  /** The page ends before the item of this key. */
  record Before(Map<String, AttributeValue> key) implements PagePosition {}

  /** The page ends with the last item there is. */
  record BeforeEnd() implements PagePosition {}

  /** How far each partition of a merged query was read, in their order. */
  record Merged(List<Progress> partitions) implements PagePosition {}

  /** How far one partition was read. */
  sealed interface Progress {
    record Unread() implements Progress {}

    /** Up to the item of this key. */
    record UpTo(Map<String, AttributeValue> key) implements Progress {}

    record Finished() implements Progress {}
  }
}
