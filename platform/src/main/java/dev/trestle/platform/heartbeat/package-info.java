/**
 * Servers that share tables know of each other by heartbeats. May use {@code signal}. Start with
 * {@link dev.trestle.platform.heartbeat.Heartbeats}.
 */
@NullMarked
package dev.trestle.platform.heartbeat;

import org.jspecify.annotations.NullMarked;
