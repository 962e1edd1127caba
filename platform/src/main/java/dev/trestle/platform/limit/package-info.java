/**
 * How often someone may do something: token buckets behind a port, and an endpoint around an
 * endpoint that asks them.
 *
 * <p>May use {@code platform.web}. Start with {@link dev.trestle.platform.limit.Limits}.
 */
@NullMarked
package dev.trestle.platform.limit;

import org.jspecify.annotations.NullMarked;
