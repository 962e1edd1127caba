package dev.trestle.engine.write;

import dev.trestle.engine.table.OpenTable;

/**
 * What a request does to one item.
 *
 * @param key the item's stored key
 */
public record ItemAction(OpenTable table, byte[] key, ItemTransition transition) {}
