/**
 * Messenger: chats in one dense order each. Here are the words that its packages share, and {@link
 * dev.trestle.messenger.Messenger}, which puts the parts together.
 *
 * <p>{@code model} says what is stored; {@code identity}, {@code people}, {@code message}, {@code
 * chat} and {@code delivery} are what happens; {@code web} is how it is reached and {@code client}
 * somebody who reaches it. May use platform and store, never the engine. Start with docs/messenger.
 */
@NullMarked
package dev.trestle.messenger;

import org.jspecify.annotations.NullMarked;
