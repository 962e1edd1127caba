/**
 * What is to happen at a time: items of a system that become due, found by an index, and jobs that
 * recur.
 *
 * <p>{@link dev.trestle.platform.schedule.Schedule} is the port; {@link
 * dev.trestle.platform.schedule.TableSchedule} runs on tables. May use {@code model}, {@code
 * store}, {@code platform.queue} and {@code platform.lease}.
 */
@NullMarked
package dev.trestle.platform.schedule;

import org.jspecify.annotations.NullMarked;
