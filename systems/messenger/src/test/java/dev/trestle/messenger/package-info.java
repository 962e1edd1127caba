/** Messenger as a whole, on the real engine; {@link dev.trestle.messenger.Stage} sets it up. */
@NullMarked
package dev.trestle.messenger;

import org.jspecify.annotations.NullMarked;
