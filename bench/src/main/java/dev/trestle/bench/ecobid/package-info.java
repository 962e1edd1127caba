/**
 * {@code ./trestle bench ecobid}: searches by radius beside Redis, and bids. Start with {@link
 * dev.trestle.bench.ecobid.EcoBidBench}.
 */
@NullMarked
package dev.trestle.bench.ecobid;

import org.jspecify.annotations.NullMarked;
