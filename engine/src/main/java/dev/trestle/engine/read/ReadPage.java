package dev.trestle.engine.read;

import dev.trestle.item.Item;
import java.util.List;
import java.util.Optional;

/**
 * One page of a query or scan.
 *
 * @param count how many items passed the filter
 * @param scanned how many items were read
 * @param bytes the size of what was read from the table or index
 * @param fetched how many items were fetched from the table for index entries
 * @param fetchedBlocks how many read units of 4 KB these items fill
 * @param last the position at which the page ended, unless it was the last page
 */
public record ReadPage(
    List<Item> items,
    int count,
    int scanned,
    long bytes,
    int fetched,
    long fetchedBlocks,
    Optional<Item> last) {}
