/** Replies to questions about the past. */
@NullMarked
package dev.trestle.homeops.memory;

import org.jspecify.annotations.NullMarked;
