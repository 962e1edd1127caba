/**
 * Sends events to tenants' servers: signed, retried, and never to internal addresses. May use
 * {@code model}, {@code tenant}, {@code event}, the store and the queue. Start with {@link
 * dev.trestle.stak.webhook.Webhooks}.
 */
@NullMarked
package dev.trestle.stak.webhook;

import org.jspecify.annotations.NullMarked;
