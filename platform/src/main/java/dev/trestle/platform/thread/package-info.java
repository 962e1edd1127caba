/**
 * Threads of background work. May use nothing else. Start with {@link
 * dev.trestle.platform.thread.RestartingThread}.
 */
@NullMarked
package dev.trestle.platform.thread;

import org.jspecify.annotations.NullMarked;
