/**
 * Messages as their senders have them: posting, redacting, how long they live. May use {@code
 * model}, {@code inbox}, {@code event}, the store and the queue. Start with {@link
 * dev.trestle.stak.message.Posts}.
 */
@NullMarked
package dev.trestle.stak.message;

import org.jspecify.annotations.NullMarked;
