/**
 * Runs what is due: a system's items with a due time, and recurring jobs.
 *
 * <p>{@link dev.trestle.platform.schedule.Schedule} is the port; {@link
 * dev.trestle.platform.schedule.TableSchedule} runs on tables. May use {@code model}, {@code
 * store}, {@code platform.queue} and {@code platform.lease}.
 */
@NullMarked
package dev.trestle.platform.schedule;

import org.jspecify.annotations.NullMarked;
