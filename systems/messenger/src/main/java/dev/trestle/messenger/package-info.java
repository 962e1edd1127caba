/**
 * Messenger: direct chats and groups, each with one dense log.
 *
 * <p>{@code model} declares what is stored; {@code message}, {@code chat} and {@code delivery} act
 * on it; {@code web} is the API and {@code client} a client of it. May use platform, accounts and
 * store, never another system or the engine. Start with {@link dev.trestle.messenger.Messenger} and
 * docs/messenger.
 */
@NullMarked
package dev.trestle.messenger;

import org.jspecify.annotations.NullMarked;
