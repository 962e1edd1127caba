/**
 * The logs of chats: appending to them, reading them, searching them.
 *
 * <p>Start with {@link dev.trestle.messenger.message.ChatLogs}. May use {@code model}.
 */
@NullMarked
package dev.trestle.messenger.message;

import org.jspecify.annotations.NullMarked;
