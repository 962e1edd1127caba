/**
 * Shares the shards of a queue, a feed or a schedule among servers.
 *
 * <p>The holder of a lease renews it by counting it up. Another server takes the lease when it has
 * seen the count stand still for long enough by its own clock, so clocks need not agree.
 *
 * <p>May use {@code model} and {@code store}. Start with {@link
 * dev.trestle.platform.lease.LeaseModel}, then {@link dev.trestle.platform.lease.LeaseKeeper}.
 */
@NullMarked
package dev.trestle.platform.lease;

import org.jspecify.annotations.NullMarked;
