/**
 * Chats and their members: opening direct chats and groups, joining, leaving, roles, and the list
 * of a user's chats.
 *
 * <p>May use {@code message} and {@code model}.
 */
@NullMarked
package dev.trestle.messenger.chat;

import org.jspecify.annotations.NullMarked;
