/**
 * Writes items: locks, pending items, and index entries and log records in one mutation. Start at
 * {@link dev.trestle.engine.write.ItemWrites}.
 */
@NullMarked
package dev.trestle.engine.write;

import org.jspecify.annotations.NullMarked;
