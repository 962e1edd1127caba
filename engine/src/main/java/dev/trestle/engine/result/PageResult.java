package dev.trestle.engine.result;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Optional;

/**
 * The result of Query and Scan.
 *
 * @param items empty if only the count was requested ({@link #countOnly})
 * @param count how many items passed the filter
 * @param scannedCount how many items were read
 */
public record PageResult(
    List<Item> items,
    boolean countOnly,
    int count,
    int scannedCount,
    Optional<Item> lastEvaluatedKey,
    Optional<ConsumedCapacity> consumedCapacity) {}
