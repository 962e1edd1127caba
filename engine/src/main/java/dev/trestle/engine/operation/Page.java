package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.item.Item;
import java.util.List;
import java.util.Optional;

/**
 * What Query and Scan answer.
 *
 * @param items none where only the count was asked for ({@link #countOnly})
 * @param count how many items passed the filter
 * @param scannedCount how many were read
 */
public record Page(
    List<Item> items,
    boolean countOnly,
    int count,
    int scannedCount,
    Optional<Item> lastEvaluatedKey,
    Optional<ConsumedCapacity> consumedCapacity) {}
