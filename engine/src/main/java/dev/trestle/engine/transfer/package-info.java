/**
 * Exports and imports of tables, and their files. A bucket is a folder in the engine's export
 * folder. Uses {@code table} and {@code storage}; the items themselves are read and written by
 * {@code recovery}. Start at {@link dev.trestle.engine.transfer.TransferRegistry}.
 */
@NullMarked
package dev.trestle.engine.transfer;

import org.jspecify.annotations.NullMarked;
