/**
 * Who works on what: the shards of a queue, a feed or a schedule, shared by the processes that run
 * it. A lease is held by counting it up; it is over when somebody else has watched the count stand
 * still for long enough by their own clock, so that clocks need not agree.
 *
 * <p>May use {@code model} and {@code store}. Start with {@link
 * dev.trestle.platform.lease.LeaseModel}, then {@link dev.trestle.platform.lease.LeaseKeeper}.
 */
@NullMarked
package dev.trestle.platform.lease;

import org.jspecify.annotations.NullMarked;
