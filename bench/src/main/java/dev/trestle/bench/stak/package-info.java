/**
 * Stak under load, in this process: a post to many users, a broadcast to all that are known, and
 * those who read meanwhile. May use all of Stak and the platform. Start with {@link
 * dev.trestle.bench.stak.StakBench}.
 */
@NullMarked
package dev.trestle.bench.stak;

import org.jspecify.annotations.NullMarked;
