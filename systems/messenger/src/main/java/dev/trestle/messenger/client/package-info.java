/**
 * A client in Java, for tests, the demo and load generators. It reconnects, catches up and
 * acknowledges.
 */
@NullMarked
package dev.trestle.messenger.client;

import org.jspecify.annotations.NullMarked;
