package dev.trestle.engine.read;

import dev.trestle.item.Item;
import java.util.List;
import java.util.Optional;

/**
 * One page of what a query or scan reads.
 *
 * @param count how many passed the filter
 * @param scanned how many were read
 * @param bytes the size of what was read from the source
 * @param fetched how many items were read from the table on behalf of index entries
 * @param fetchedBlocks how many blocks of the read unit's size these were
 * @param last where the page ended, if it was not at the end
 */
public record ReadPage(
    List<Item> items,
    int count,
    int scanned,
    long bytes,
    int fetched,
    long fetchedBlocks,
    Optional<Item> last) {}
