/**
 * The only importer of RocksDB: byte keys and values in four families, ranges, snapshots and the
 * committer. Start at {@link dev.trestle.engine.storage.Storage}, then {@link
 * dev.trestle.engine.storage.Committer}.
 */
@NullMarked
package dev.trestle.engine.storage;

import org.jspecify.annotations.NullMarked;
