/**
 * The only package that uses RocksDB: keys and values in four column families, range reads,
 * snapshots and the committer. Start at {@link dev.trestle.engine.storage.Storage}, then {@link
 * dev.trestle.engine.storage.Committer}.
 */
@NullMarked
package dev.trestle.engine.storage;

import org.jspecify.annotations.NullMarked;
