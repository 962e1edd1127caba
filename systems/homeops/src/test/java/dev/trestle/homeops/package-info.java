/** A household on an engine of its own, and tests of the whole way of a message. */
@NullMarked
package dev.trestle.homeops;

import org.jspecify.annotations.NullMarked;
