/**
 * {@code ./trestle bench homeops}: the messages of many households, from the queue to the reaction.
 * Start with {@link dev.trestle.bench.homeops.HomeOpsBench}.
 */
@NullMarked
package dev.trestle.bench.homeops;

import org.jspecify.annotations.NullMarked;
