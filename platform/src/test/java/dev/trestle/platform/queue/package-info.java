/** What a work queue promises, held against each implementation. */
@NullMarked
package dev.trestle.platform.queue;

import org.jspecify.annotations.NullMarked;
