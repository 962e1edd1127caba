/** The contract of change feeds, tested with each implementation. */
@NullMarked
package dev.trestle.platform.feed;

import org.jspecify.annotations.NullMarked;
