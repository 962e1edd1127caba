/**
 * Signals and rate limits that several servers share through Redis.
 *
 * <p>Start with {@link dev.trestle.fleet.redis.Redis}. Nothing here may be needed for a correct
 * result: without Redis, servers limit by themselves and look at the tables for what they were not
 * told. May use {@code platform}.
 */
@NullMarked
package dev.trestle.fleet.redis;

import org.jspecify.annotations.NullMarked;
