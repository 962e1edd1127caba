package dev.trestle.engine.result;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.item.Item;
import java.util.Optional;

/**
 * The result of PutItem, UpdateItem and DeleteItem. Each part is empty unless the request asked for
 * it.
 */
public record WriteResult(
    Optional<Item> attributes,
    Optional<ConsumedCapacity> consumedCapacity,
    Optional<ItemCollectionMetrics> itemCollectionMetrics) {}
