/**
 * How items change: locks, the overlay of uncommitted items, index entries and log records in one
 * batch. Start at {@link dev.trestle.engine.write.ItemWrites}.
 */
@NullMarked
package dev.trestle.engine.write;

import org.jspecify.annotations.NullMarked;
