/**
 * {@code ./trestle bench stak}: Stak in a process of its own with a small heap, on a durable
 * engine, while a message is delivered to very many users. Start with {@link
 * dev.trestle.bench.stak.StakBench}.
 */
@NullMarked
package dev.trestle.bench.stak;

import org.jspecify.annotations.NullMarked;
