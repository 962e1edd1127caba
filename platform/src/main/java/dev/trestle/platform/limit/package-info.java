/**
 * Rate limits: token buckets behind a port, and an endpoint that enforces them around another one.
 *
 * <p>May use {@code platform.web}. Start with {@link dev.trestle.platform.limit.RateLimits}.
 */
@NullMarked
package dev.trestle.platform.limit;

import org.jspecify.annotations.NullMarked;
