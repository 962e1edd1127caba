package dev.trestle.conformance.random;

import dev.trestle.testing.reference.DocumentPath;
import dev.trestle.testing.reference.ReferenceRead;
import dev.trestle.testing.reference.ReferenceWrite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;

/** One request of a random run, or a restart of the engine. */
sealed interface Step {
  /** The key of an item in a table. */
  record Key(String table, Map<String, AttributeValue> key) {}

  record WriteOne(ReferenceWrite write, ReturnValue returned, boolean showOld) implements Step {}

  record Get(Key key, List<DocumentPath> paths, boolean consistent) implements Step {}

  /**
   * A query to its end, page by page.
   *
   * @param after the key after which reading starts; it need not exist
   */
  record Query(
      ReferenceRead read,
      OptionalInt limit,
      boolean consistent,
      boolean countOnly,
      Optional<Map<String, AttributeValue>> after)
      implements Step {}

  /** A scan of all segments to their end, page by page. */
  record Scan(ReferenceRead read, OptionalInt limit, int segments) implements Step {}

  record BatchWrite(List<ReferenceWrite> writes) implements Step {}

  record BatchGet(List<Key> keys) implements Step {}

  /**
   * A transaction.
   *
   * @param again whether it is sent a second time with the same token, which must change nothing
   */
  record Transact(List<ReferenceWrite> writes, boolean showOld, boolean again) implements Step {}

  record TransactGet(List<Key> keys) implements Step {}

  /** Closes the engine and opens it again. */
  record Reopen() implements Step {}
}
