/**
 * Benchmarks with plain main classes, beside raw RocksDB doing the same work. May use everything.
 */
@NullMarked
package dev.trestle.bench;

import org.jspecify.annotations.NullMarked;
