/** How a message is handled: queue, store, understand, log, reply. */
@NullMarked
package dev.trestle.homeops.message;

import org.jspecify.annotations.NullMarked;
