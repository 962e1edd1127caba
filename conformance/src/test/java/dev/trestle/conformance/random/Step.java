package dev.trestle.conformance.random;

import dev.trestle.testing.reference.Path;
import dev.trestle.testing.reference.Read;
import dev.trestle.testing.reference.Write;
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

  record WriteOne(Write write, ReturnValue returned, boolean showOld) implements Step {}

  record Get(Key key, List<Path> paths, boolean consistent) implements Step {}

  /**
   * A query read to its end, page by page.
   *
   * @param after where reading starts: behind this key of the table, which need not exist
   */
  record Query(
      Read read,
      OptionalInt limit,
      boolean consistent,
      boolean countOnly,
      Optional<Map<String, AttributeValue>> after)
      implements Step {}

  /** A scan of all segments, each read to its end, page by page. */
  record Scan(Read read, OptionalInt limit, int segments) implements Step {}

  record BatchWrite(List<Write> writes) implements Step {}

  record BatchGet(List<Key> keys) implements Step {}

  /**
   * A transaction.
   *
   * @param again sent a second time with the same token, which must change nothing
   */
  record Transact(List<Write> writes, boolean showOld, boolean again) implements Step {}

  record TransactGet(List<Key> keys) implements Step {}

  /** The engine is closed and opened again. */
  record Reopen() implements Step {}
}
