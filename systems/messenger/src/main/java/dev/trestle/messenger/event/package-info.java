/**
 * What Messenger publishes to the event log: who sent, joined and left, never what was written. May
 * use {@code model}. Start with {@link dev.trestle.messenger.event.ChatEvent}.
 */
@NullMarked
package dev.trestle.messenger.event;

import org.jspecify.annotations.NullMarked;
