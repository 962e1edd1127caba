package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.item.Item;
import java.util.Optional;

/** What PutItem, UpdateItem and DeleteItem answer, each part only if it was asked for. */
public record WriteResult(
    Optional<Item> attributes,
    Optional<ConsumedCapacity> consumedCapacity,
    Optional<ItemCollectionMetrics> itemCollectionMetrics) {}
