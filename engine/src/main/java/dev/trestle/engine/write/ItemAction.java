package dev.trestle.engine.write;

import dev.trestle.engine.table.Table;

/**
 * One item and what is to be done to it.
 *
 * @param key the item's stored key
 */
public record ItemAction(Table table, byte[] key, Step step) {}
