package dev.trestle.engine.capacity;

import dev.trestle.item.Item;

/**
 * How large the item collection is that a write touched, on tables with local indexes.
 *
 * @param key the partition key attribute alone
 */
public record ItemCollectionMetrics(Item key, double lowerGigabytes, double upperGigabytes) {}
