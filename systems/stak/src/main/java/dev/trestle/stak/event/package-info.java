/**
 * What happened in Stak's inboxes, for webhooks and the live streams of every server. May use
 * {@code model}. Start with {@link dev.trestle.stak.event.InboxEvent}.
 */
@NullMarked
package dev.trestle.stak.event;

import org.jspecify.annotations.NullMarked;
