/**
 * How DynamoDB limits throughput: burst capacity, partitions, splits and on-demand scaling, on a
 * clock that the caller passes in. The engine throttles with it and simulations predict with it, so
 * the two agree. Start at {@link dev.trestle.item.throughput.ResourceThroughput}.
 */
@NullMarked
package dev.trestle.item.throughput;

import org.jspecify.annotations.NullMarked;
