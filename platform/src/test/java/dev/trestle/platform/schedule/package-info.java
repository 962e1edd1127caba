/** The contract of schedules, tested with each implementation. */
@NullMarked
package dev.trestle.platform.schedule;

import org.jspecify.annotations.NullMarked;
