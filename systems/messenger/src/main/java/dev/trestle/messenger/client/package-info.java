/**
 * A client in Java, as tests, the demo and load generators use it: it reconnects, catches up, drops
 * what it has and acknowledges.
 */
@NullMarked
package dev.trestle.messenger.client;

import org.jspecify.annotations.NullMarked;
