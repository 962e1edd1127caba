/**
 * A user's inbox: the list, the counts, and what changes them. May use {@code model}, {@code event}
 * and the store. Start with {@link dev.trestle.stak.inbox.UserInbox}; {@link
 * dev.trestle.stak.inbox.Standing} has the rules by which a message is read, seen or hidden.
 */
@NullMarked
package dev.trestle.stak.inbox;

import org.jspecify.annotations.NullMarked;
