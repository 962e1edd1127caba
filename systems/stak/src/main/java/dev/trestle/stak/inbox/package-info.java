/**
 * A user's inbox: the list, the counts, and everything that changes them. May use {@code model},
 * {@code event}, {@code trend} and the store. Start with {@link dev.trestle.stak.inbox.UserInbox};
 * {@link dev.trestle.stak.inbox.InboxState} decides whether a message is shown, read or seen.
 */
@NullMarked
package dev.trestle.stak.inbox;

import org.jspecify.annotations.NullMarked;
