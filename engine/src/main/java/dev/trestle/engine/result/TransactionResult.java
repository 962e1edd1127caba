package dev.trestle.engine.result;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import java.util.List;
import java.util.Map;

/** The result of a transaction that writes. Each part is empty unless the request asked for it. */
public record TransactionResult(
    List<ConsumedCapacity> consumedCapacity,
    Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics) {}
