package dev.trestle.engine.capacity;

import dev.trestle.item.Item;

/**
 * The estimated size of the item collection that a write changed, in tables with local indexes.
 *
 * @param key only the partition key attribute
 */
public record ItemCollectionMetrics(Item key, double lowerGigabytes, double upperGigabytes) {}
