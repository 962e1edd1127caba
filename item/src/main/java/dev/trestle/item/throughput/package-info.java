/**
 * How DynamoDB limits throughput: burst capacity, partitions, splits and on-demand scaling, on a
 * clock that the caller passes in. The engine throttles with it and simulations predict with it, so
 * the two agree. Start at {@link dev.trestle.item.throughput.ResourceThroughput}; auto scaling of
 * provisioned units is in {@link dev.trestle.item.throughput.ResourceScaling}.
 */
@NullMarked
package dev.trestle.item.throughput;

import org.jspecify.annotations.NullMarked;
