/**
 * Push messages to users who have no socket open: which devices get them, whom a new message is
 * pushed to, and what the notification says. May use {@code model}, {@code message}, {@code
 * delivery}, accounts and the platform. Start with {@link
 * dev.trestle.messenger.push.MessengerPush}.
 */
@NullMarked
package dev.trestle.messenger.push;

import org.jspecify.annotations.NullMarked;
