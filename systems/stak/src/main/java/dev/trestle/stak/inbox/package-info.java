/**
 * A user's inbox: the list, the counts, and everything that changes them. May use {@code model},
 * {@code event} and the store. Start with {@link dev.trestle.stak.inbox.UserInbox}; {@link
 * dev.trestle.stak.inbox.InboxState} has the rules by which a message is shown, read or seen.
 */
@NullMarked
package dev.trestle.stak.inbox;

import org.jspecify.annotations.NullMarked;
