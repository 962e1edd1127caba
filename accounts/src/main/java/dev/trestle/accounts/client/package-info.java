/** A client in Java, for tests, demos and load generators. */
@NullMarked
package dev.trestle.accounts.client;

import org.jspecify.annotations.NullMarked;
