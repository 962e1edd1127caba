package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.Usage;
import dev.trestle.engine.storage.Storage;
import dev.trestle.engine.stream.Streams;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Table;
import dev.trestle.engine.write.ItemWrites;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What operations work with.
 *
 * @param usage what the request under way uses; each has its own
 */
public record Kernel(
    Storage storage,
    Catalog catalog,
    ItemWrites writes,
    RequestTokens tokens,
    ItemCollections collections,
    InstantSource clock,
    String region,
    Usage usage) {
  /** The same for another request. */
  public Kernel withUsage(Usage another) {
    return new Kernel(storage, catalog, writes, tokens, collections, clock, region, another);
  }

  /** The table that an operation on items names, by its name or its ARN. */
  Table table(@Nullable String nameOrArn) {
    return catalog.require(TableNames.resolve(String.valueOf(nameOrArn)));
  }

  /** The time, in the milliseconds that are kept on disk. */
  Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** Streams, as views of the log. */
  public Streams streams() {
    return new Streams(storage, clock, writes::barrier);
  }
}
