/**
 * A work queue with claims, retries and dead letters.
 *
 * <p>{@link dev.trestle.platform.queue.WorkQueue} is the port; {@link
 * dev.trestle.platform.queue.TableQueue} keeps the jobs in the table {@code platform_queue}, and
 * {@link dev.trestle.platform.queue.JobWakeups} tells other servers of them. May use {@code model},
 * {@code store} and {@code platform.lease}. Start with the port, then {@link
 * dev.trestle.platform.queue.QueueModel}, whose keys are the design.
 */
@NullMarked
package dev.trestle.platform.queue;

import org.jspecify.annotations.NullMarked;
