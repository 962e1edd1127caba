/**
 * Benchmarks with plain main classes, compared with raw RocksDB and others where they can do the
 * same work. May use everything. Start with {@link dev.trestle.bench.Main}.
 */
@NullMarked
package dev.trestle.bench;

import org.jspecify.annotations.NullMarked;
