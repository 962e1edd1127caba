/** The contract of work queues, tested with each implementation. */
@NullMarked
package dev.trestle.platform.queue;

import org.jspecify.annotations.NullMarked;
