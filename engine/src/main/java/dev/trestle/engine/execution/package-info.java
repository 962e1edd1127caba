/**
 * What operations share when they run: their context, writes of single items and of transactions,
 * paged reads, and the recording of usage. Uses check, result, read, write and table. Start at
 * {@link dev.trestle.engine.execution.ItemActions} for writes and at {@link
 * dev.trestle.engine.execution.PagedRead} for reads.
 */
@NullMarked
package dev.trestle.engine.execution;

import org.jspecify.annotations.NullMarked;
