/**
 * Events of the systems, for programs beside the servers: ordered by key, kept for a while, read by
 * any number of groups.
 *
 * <p>{@link dev.trestle.platform.event.EventLog} is the port; {@link
 * dev.trestle.platform.event.EventRelay} publishes what the change feed delivers. Nothing in the
 * servers depends on the log. May use {@code platform.feed}, {@code platform.metrics}, {@code
 * platform.thread} and {@code platform.web}.
 */
@NullMarked
package dev.trestle.platform.event;

import org.jspecify.annotations.NullMarked;
