/**
 * Messenger as a whole on the real engine, set up by {@link
 * dev.trestle.messenger.MessengerFixture}.
 */
@NullMarked
package dev.trestle.messenger;

import org.jspecify.annotations.NullMarked;
