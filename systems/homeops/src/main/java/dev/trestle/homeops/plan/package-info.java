/** What the assistant does by itself: follow-ups of promises, and the end of a week. */
@NullMarked
package dev.trestle.homeops.plan;

import org.jspecify.annotations.NullMarked;
