/** The way of a message: queue, store, understand, log, reply. */
@NullMarked
package dev.trestle.homeops.message;

import org.jspecify.annotations.NullMarked;
